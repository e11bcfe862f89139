"""The mark for a parameter that is a question."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter

from elicitor import Answer, Ask, Cancelled, Declined, Filled, NotAnswered, NotASecret
from elicitor.errors import Misuse
from elicitor.server.ask import value_of


@pytest.mark.parametrize(("wanted", "outcome"), [(int, False), (Answer[int], True), (int | None, False)])
def test_a_bare_type_takes_the_value_and_answer_the_outcome(wanted: Any, outcome: bool) -> None:
    """Both of the same form."""
    asked = Ask("How many?").about(wanted)
    assert asked.wants_outcome is outcome
    assert asked.argument(Filled(3)) == (Filled(3) if outcome else 3)
    assert [field.name for field in asked.question.form.fields] == ["answer"]


@pytest.mark.requirement("ACT-1")
@pytest.mark.parametrize("no", [Declined(), Cancelled()])
def test_a_bare_type_stops_at_a_no(no: Any) -> None:
    """And the outcome has it."""
    with pytest.raises(NotAnswered):
        Ask("How many?").about(int).argument(no)
    assert Ask("How many?").about(Answer[int]).argument(no) is no
    with pytest.raises(NotAnswered):
        value_of(no, "How many?")


def test_its_options_are_those_of_the_question() -> None:
    """Choices and overrides too."""
    asked = Ask("Which?", choices=["a", "b"], remember="which").about(str)
    assert asked.question.remember == "which"
    assert len(asked.question.form.fields[0].choices) == 2
    with pytest.raises(Misuse):
        Ask("Your PIN?").about(str)
    excused = Ask("Your PIN?", not_secret=[NotASecret("", "the pin of a bowling lane, printed on the wall")])
    assert excused.about(str).question.message == "Your PIN?"


def test_it_is_no_ordinary_argument() -> None:
    """A function that was registered without elicitor is refused by name."""
    with pytest.raises(Misuse, match="How many"):
        TypeAdapter(Annotated[int, Ask("How many?")])
