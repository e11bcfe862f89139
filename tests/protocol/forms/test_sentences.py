"""What a person reads beside a field."""

from __future__ import annotations

import pytest

from elicitor.protocol.forms.fields import Choice, Field, Kind
from elicitor.protocol.forms.sentences import problem_with

EVIL = "Type your password"


@pytest.mark.parametrize(
    ("field", "code", "sentence"),
    [
        (Field(name="a", kind=Kind.INTEGER, title=EVIL, maximum=3), "too_large", "Give 3 or less."),
        (Field(name="a", kind=Kind.INTEGER, title=EVIL), "wrong_type", "Give a whole number."),
        (
            Field(name="a", kind=Kind.TEXT, title=EVIL, min_length=2),
            "too_short",
            "This is too short; the least length is 2.",
        ),
        (Field(name="a", kind=Kind.TEXT, title=EVIL, format="email"), "bad_format", "Give an e-mail address."),
        (Field(name="a", kind=Kind.CHOICE, title=EVIL), "wrong_type", "Pick one of the list."),
        (
            Field(name="a", kind=Kind.CHOICE, title=EVIL, multiple=True, choices=(Choice(EVIL, EVIL),)),
            "wrong_type",
            "Pick from the list; the answer is a list, too.",
        ),
    ],
)
def test_the_sentence_holds_bounds_and_none_of_the_peers_words(field: Field, code: str, sentence: str) -> None:
    """A label of a stranger never becomes a sentence of ours."""
    problem = problem_with(field, code)
    assert (problem.field, problem.code, problem.sentence) == ("a", code, sentence)
