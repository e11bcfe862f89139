"""How questions end that got no answer."""

from __future__ import annotations

import pytest

from elicitor.errors import PeerBroke, Refused
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.forms import AnswerInvalid, Problem
from elicitor.server.not_answered import answer_never_fit, form_rejected, not_answered


@pytest.mark.requirement("ACT-1")
def test_no_and_dismissed_are_told_apart() -> None:
    """By code and by words."""
    no, dismissed = not_answered(Declined(), "Which day?"), not_answered(Cancelled(), "Which day?")
    assert (no.code, dismissed.code) == ("declined", "cancelled")
    assert "declined to answer the question “Which day?”" in no.sentence
    assert "dismissed the question “Which day?”" in dismissed.sentence
    assert isinstance(no, Refused)


def test_a_long_question_is_quoted_in_part() -> None:
    """A short one whole."""
    assert "…" in not_answered(Declined(), "x" * 5000).sentence
    assert len(not_answered(Declined(), "x" * 5000).sentence) < 400


@pytest.mark.case("R025")
def test_the_end_of_wrong_answers_names_the_field() -> None:
    """And is the peer's breach."""
    error = answer_never_fit(AnswerInvalid((Problem("day", "missing", "Please fill this in."),)), "Which day?")
    assert isinstance(error, PeerBroke)
    assert "day: Please fill this in." in error.sentence


@pytest.mark.case("R009")
def test_a_rejected_form_names_its_lists() -> None:
    """Which are what older clients stumble over."""
    assert "(colours)" in form_rejected("Which?", ("colours",)).sentence
    assert "lists" not in form_rejected("Which?", ()).sentence
