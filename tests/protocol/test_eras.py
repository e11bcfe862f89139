"""Revisions are dates, and two of them divide the world."""

from __future__ import annotations

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.eras import Era, era_of, knows_links


@pytest.mark.parametrize(
    ("revision", "era", "links"),
    [
        ("2024-11-05", Era.A, False),
        ("2025-06-18", Era.A, False),
        ("2025-11-25", Era.A, True),
        ("2026-07-28", Era.B, True),
        ("2027-01-01", Era.B, True),
    ],
)
def test_each_revision_belongs_to_an_era(revision: str, era: Era, links: bool) -> None:
    """And knows links or not."""
    assert (era_of(revision), knows_links(revision)) == (era, links)


@pytest.mark.parametrize("revision", ["", "latest", "2025-11", "2025-11-25\n", "x2025-11-25"])
def test_what_is_no_date_is_refused(revision: str) -> None:
    """Nothing is asked on such a connection."""
    with pytest.raises(PeerBroke):
        era_of(revision)
