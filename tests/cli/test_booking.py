"""The demo's second story."""

from __future__ import annotations

import pytest

from elicitor.cli.booking import play_booking

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("era", "runs"), [("legacy", 1), ("2026-07-28", 3)])
async def test_the_deposit_is_taken_once(era: str, runs: int) -> None:
    """However often the body runs."""
    told: list[str] = []
    assert await play_booking(era, auto=True, say=told.append)
    assert sum("the body of book_table runs" in line for line in told) == runs
    assert sum("takes a deposit" in line for line in told) == 1
    assert "A table for 4 on 2026-12-24" in "".join(told)
