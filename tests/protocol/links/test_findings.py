"""The table of findings and the page that explains it say the same."""

from __future__ import annotations

import re
from pathlib import Path

from elicitor.protocol.links import FINDINGS, Severity
from elicitor.protocol.links.findings import finding

PAGE = Path(__file__).parents[3] / "docs" / "links.md"


def test_every_finding_is_documented_and_nothing_else() -> None:
    """With its severity and its sentence."""
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", PAGE.read_text(), re.MULTILINE)
    assert rows == [(code, found.severity.value, found.sentence) for code, found in FINDINGS.items()]


def test_a_sentence_is_one_for_people() -> None:
    """It ends with a stop and names no code."""
    assert all(found.sentence.endswith(".") and "_" not in found.sentence for found in FINDINGS.values())
    assert finding("scheme").severity is Severity.REFUSE
