"""The three catalogues in docs/: demands of the protocol, attacks, and cases from public trackers.

A test names what it proves by a marker of the same kind, `@pytest.mark.requirement("ID-6")`. Every id stands in
exactly one catalogue, so that a marker can be checked against it and a table can list all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

__all__ = ["DOCS", "FILES", "identifiers", "natural", "rows"]

DOCS = Path(__file__).parents[2] / "docs"
FILES: Mapping[str, str] = {"requirement": "requirements.yaml", "attack": "attacks.yaml", "case": "cases.yaml"}
_ABBREVIATIONS = "eras"


def rows(kind: str, docs: Path = DOCS) -> list[dict[str, Any]]:
    """Every row of the catalogue of a kind, in the order of the file."""
    groups = yaml.safe_load((docs / FILES[kind]).read_text(encoding="utf-8"))
    return [row for name, group in groups.items() if name != _ABBREVIATIONS for row in group]


def identifiers(docs: Path = DOCS) -> dict[str, frozenset[str]]:
    """The ids of each kind."""
    return {kind: frozenset(row["id"] for row in rows(kind, docs)) for kind in FILES}


def natural(identifier: str) -> Sequence[tuple[int, int, str]]:
    """Sort key under which A2 comes before A10."""
    parts = re.findall(r"\d+|\D+", identifier)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]
