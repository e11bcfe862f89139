"""What the documents say in Python is Python, and names what is there."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import elicitor

ROOT = Path(__file__).parent.parent
BLOCKS = [
    (path.name, block)
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for block in re.findall(r"^```python\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)
]


@pytest.mark.case("R184", "R186")
@pytest.mark.parametrize(("document", "block"), BLOCKS)
def test_every_block_parses_and_its_names_exist(document: str, block: str) -> None:
    """Imports from elicitor are looked up."""
    for node in ast.walk(ast.parse(block, document)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "elicitor":
            home = importlib.import_module(node.module or "")
            assert all(hasattr(home, alias.name) for alias in node.names)


def test_every_public_name_is_there() -> None:
    """The lazy table and the list agree."""
    assert all(getattr(elicitor, name) for name in elicitor.__all__)


def test_importing_elicitor_imports_neither_the_sdk_nor_a_database() -> None:
    """Each name is loaded on first use."""
    code = "import sys, elicitor; print([m for m in ('mcp', 'sqlalchemy', 'starlette') if m in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
