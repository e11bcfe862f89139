"""Only a person declines."""

from __future__ import annotations

import pytest

from elicitor.client.answering import spoken
from elicitor.client.person import Agreed, Blocked
from elicitor.client.policy import Refuse
from elicitor.protocol.answers import Accepted, Cancelled, Declined


@pytest.mark.requirement("ACT-1", "URL-8")
@pytest.mark.attack("F25")
@pytest.mark.case("R031")
@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (Agreed(), Accepted()),
        (Agreed(opened=True), Accepted()),
        (Accepted({"size": "large"}), Accepted({"size": "large"})),
        (Declined(), Declined()),
        (Blocked(), Declined()),
        (Cancelled(), Cancelled()),
        (Refuse("server_blocked", "It was blocked."), Cancelled()),
    ],
)
def test_the_three_words(answer: object, word: object) -> None:
    """Content goes with an accepted form, and with nothing else."""
    assert spoken(answer) == word  # type: ignore[arg-type]
