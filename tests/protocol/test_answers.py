"""Three answers, and nothing else is one."""

from __future__ import annotations

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Accepted, Cancelled, Declined, read_answer


@pytest.mark.requirement("ACT-1", "URL-8")
def test_the_three_are_told_apart() -> None:
    """An accepted link never carries content."""
    assert [read_answer(word) for word in ("accept", "decline", "cancel")] == [Accepted(), Declined(), Cancelled()]
    assert Accepted().content == {}


@pytest.mark.case("R030")
@pytest.mark.parametrize("word", ["reject", "ok", "ACCEPT", "", None, 1, ["accept"]])
def test_other_words_are_a_breach(word: object) -> None:
    """Never an acceptance."""
    with pytest.raises(PeerBroke):
        read_answer(word)
