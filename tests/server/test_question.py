"""Questions and what they are told apart by."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from elicitor.errors import Misuse
from elicitor.protocol.forms import define_form
from elicitor.server.question import Assume, OnPage, Question


def about(message: str = "How many?", source: Any = int, **options: Any) -> Question[Any]:
    """A question."""
    return Question(form=define_form(source, message=message), **options)


def test_its_fingerprint_is_of_message_and_schema() -> None:
    """The same for the same, and for nothing else."""
    assert about().fingerprint == about().fingerprint
    prints = {about().fingerprint, about("How much?").fingerprint, about(source=float).fingerprint}
    assert len(prints) == 3


@pytest.mark.parametrize(
    "options",
    [
        {"timeout": timedelta(0)},
        {"timeout": timedelta(days=2)},
        {"remember": ""},
        {"remember": "x" * 201},
        {"otherwise": "red"},
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any]) -> None:
    """With the honest twins below."""
    with pytest.raises(Misuse):
        about(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"timeout": timedelta(seconds=0.1)},
        {"remember": "x" * 200},
        {"otherwise": Assume("red")},
        {"otherwise": OnPage()},
    ],
)
def test_what_can_be_is_kept(options: dict[str, Any]) -> None:
    """As it was given."""
    question = about(**options)
    assert {name: getattr(question, name) for name in options} == options
    assert question.message == "How many?"
