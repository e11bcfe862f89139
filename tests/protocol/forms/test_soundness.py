"""Values that are sorted out before any schema is looked at."""

from __future__ import annotations

import pytest

from elicitor.protocol.forms.fields import Choice, Field, Kind
from elicitor.protocol.forms.soundness import LONGEST_TEXT, find_unsound

TEXT = Field(name="a", kind=Kind.TEXT, title="A")
NUMBER = Field(name="a", kind=Kind.NUMBER, title="A")
LIST = Field(name="a", kind=Kind.CHOICE, title="A", multiple=True, choices=(Choice("x", "X"), Choice("y", "Y")))


@pytest.mark.attack("F18")
@pytest.mark.case("R014")
@pytest.mark.parametrize(
    ("field", "bad", "code", "good"),
    [
        (NUMBER, float("nan"), "wrong_type", 1.5),
        (NUMBER, float("inf"), "wrong_type", 1e308),
        (NUMBER, 10**5000, "wrong_type", 10**300),
        (TEXT, "\ud800", "text_unreadable", "\U0001f600"),
        (TEXT, "a" * (LONGEST_TEXT + 1), "too_long", "a" * LONGEST_TEXT),
        (TEXT, {}, "wrong_type", "{}"),
        (TEXT, None, "wrong_type", ""),
        (TEXT, ["x"], "wrong_type", "x"),
        (LIST, ["x"] * 3, "too_many", ["x", "y"]),
        (LIST, ["x", 1], "not_a_choice", ["x"]),
        (LIST, [[["x"]]], "not_a_choice", []),
    ],
    ids=lambda _: "",
)
def test_what_is_no_value_of_a_form_is_found(field: Field, bad: object, code: str, good: object) -> None:
    """And what is one is left to the schema."""
    problem = find_unsound(field, bad)
    assert problem is not None
    assert problem.code == code
    assert find_unsound(field, good) is None


@pytest.mark.attack("F18")
def test_a_deep_value_is_not_looked_into() -> None:
    """A hundred thousand lists in each other end at the first."""
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    problem = find_unsound(LIST, deep)
    assert problem is not None
    assert problem.code == "not_a_choice"


def test_a_text_for_a_list_is_left_to_the_schema() -> None:
    """Whatever it holds: it is compared and thrown away."""
    assert find_unsound(LIST, "\ud800") is None
