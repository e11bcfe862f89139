"""Which test belongs to which source file: src/elicitor/vault/seal.py has tests/vault/test_seal.py.

The twin covers its file by itself, whatever else runs it: coverage that is earned by accident is lost by accident.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["OWED", "PACKAGE", "TESTS", "WITHOUT", "sources", "twin_of"]

TESTS = Path(__file__).parents[1]
PACKAGE = TESTS.parent / "src" / "elicitor"

WITHOUT: Mapping[str, str] = {
    "vault/migrations/env.py": "run by Alembic inside every test that opens a database",
    "vault/migrations/versions/0001_first.py": "as env.py; what it makes is tested in tests/vault/test_schema.py",
    "vault/migrations/versions/0002_questions.py": "as env.py; what it makes is tested in tests/vault/test_schema.py",
}

OWED = frozenset(
    line for line in (TESTS / "support" / "twins_owed.txt").read_text().splitlines() if not line.startswith("#")
)


def sources() -> list[str]:
    """Every source file that wants a twin, relative to the package, with slashes."""
    paths = (file.relative_to(PACKAGE).as_posix() for file in sorted(PACKAGE.rglob("*.py")))
    return [path for path in paths if not path.endswith("__init__.py") and path not in WITHOUT]


def twin_of(path: str) -> Path:
    """Where the twin of a source file is, or should be."""
    source = Path(path)
    return TESTS / source.parent / f"test_{source.name}"
