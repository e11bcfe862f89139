"""A call that stopped says why, to people and to programs."""

from __future__ import annotations

import pytest

from elicitor.client.asked import AskedLink
from elicitor.client.asker import Asker
from elicitor.client.outcomes import CallStopped, stopped
from elicitor.client.policy import Refuse
from elicitor.errors import Refused
from elicitor.protocol.plain import ServerText

REASONS = ["person_declined", "person_cancelled", "server_blocked", "asked_again", "too_many_rounds", "nobody_came"]


@pytest.mark.case("R053", "R054")
@pytest.mark.parametrize("reason", REASONS)
def test_a_sentence_names_the_server_and_no_address(reason: str) -> None:
    """A model may read it; the program gets the links apart."""
    link = AskedLink(ServerText("Sign in"), "https://accounts.example.com/?secret=1", "e-1")
    error = stopped(reason, Asker("Acme"), (link,))
    assert isinstance(error, Refused)
    assert (error.code, error.server, error.links) == (reason, "Acme", (link,))
    assert "Acme" in error.sentence
    assert "http" not in error.sentence


def test_a_rules_own_words_are_kept() -> None:
    """Code and sentence."""
    error = stopped(Refuse("closed", "We are closed."), Asker("Acme"))
    assert isinstance(error, CallStopped)
    assert (error.code, error.sentence) == ("closed", "We are closed.")
