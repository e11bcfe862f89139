"""A form that was defined: answers read."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, EmailStr, Field, field_validator

from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.forms import AnswerInvalid, Filled, FormDefinition, define_form
from protocol.forms.shapes import SHAPES


class Size(enum.Enum):
    """Sizes."""

    S = "s"
    L = "l"


class Guest(BaseModel):
    """Somebody who comes."""

    name: Annotated[str, Field(min_length=3)]
    age: Annotated[int, Field(ge=0)]
    mail: EmailStr | None = None

    @field_validator("name")
    @classmethod
    def _no_bob(cls, value: str) -> str:
        if value == "Bob":
            raise ValueError("Bob has booked already")
        return value


@dataclass
class Wishes:
    """All with defaults."""

    text: str = "x"
    number: float = 1.5
    count: int = 2
    size: Size = Size.S
    sure: bool = True
    day: date | None = date(2026, 1, 1)
    tops: list[Literal["a", "b"]] = field(default_factory=lambda: ["a"])


GUEST = define_form(Guest, message="Who comes?")
WISHES = define_form(Wishes, message="What would you like?")


def problems(form: FormDefinition[Any], content: object) -> list[tuple[str, str]]:
    """What is wrong with an answer."""
    with pytest.raises(AnswerInvalid) as caught:
        form.read(content)
    assert isinstance(caught.value, PeerBroke)
    return [(problem.field, problem.code) for problem in caught.value.problems]


@pytest.mark.requirement("FORM-10", "FORM-13")
@pytest.mark.case("R023", "R024")
def test_an_answer_becomes_the_authors_type() -> None:
    """Checked, with its defaults."""
    assert GUEST.read({"name": "Ada", "age": 36}) == Guest(name="Ada", age=36)


@pytest.mark.requirement("FORM-10")
@pytest.mark.case("R014", "R023", "R024", "R028")
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({}, [("name", "missing"), ("age", "missing")]),
        (None, [("name", "missing"), ("age", "missing")]),
        ({"name": 42, "age": 1}, [("name", "wrong_type")]),
        ({"name": "Ada", "age": -5}, [("age", "too_small")]),
        ({"name": "Ada", "age": "3"}, [("age", "wrong_type")]),
        ({"name": "Ada", "age": None}, [("age", "wrong_type")]),
        ({"name": "ab", "age": 3}, [("name", "too_short")]),
        ({"name": "Ada", "age": 3, "mail": "not-an-email"}, [("mail", "bad_format")]),
        ({"name": {}, "age": 3}, [("name", "wrong_type")]),
        ({"name": "Ada", "age": 3, "admin": True}, [("admin", "unknown_field")]),
        ({"name": "Bob", "age": 3}, [("name", "not_accepted")]),
        ([], [("", "wrong_type")]),
        ("Ada", [("", "wrong_type")]),
    ],
)
def test_an_answer_that_does_not_fit_is_the_peers_breach(content: object, expected: list[tuple[str, str]]) -> None:
    """By field, with one documented outcome each."""
    assert problems(GUEST, content) == expected


@pytest.mark.case("R027")
def test_what_is_left_out_gets_its_default_and_what_was_emptied_stays_empty() -> None:
    """Every kind of field."""
    assert WISHES.read({}) == Wishes()
    assert WISHES.read({"day": None}).day is None
    assert WISHES.read({"text": "", "tops": [], "sure": False}) == Wishes(text="", tops=[], sure=False)


@pytest.mark.case("R004", "R005")
@pytest.mark.parametrize(
    ("content", "said"), [(None, True), ({}, True), ({"confirm": True}, True), ({"confirm": False}, False)]
)
def test_a_plain_yes_is_a_yes(content: object, said: bool) -> None:
    """With no content, empty content or null; and a box that was not ticked is a no."""
    assert define_form(None, message="Buy?").read(content) is said


@pytest.mark.case("R001", "R003")
def test_a_choice_comes_back_as_what_it_stands_for() -> None:
    """A member of the enum, an entry of the list; nothing that was not offered."""
    assert define_form(Size, message="Which?").read({"answer": "l"}) is Size.L
    files = define_form(list[str], message="Which files?", choices=["a.csv", "b.csv"])
    assert files.read({"answer": ["a.csv"]}) == ["a.csv"]
    assert problems(files, {"answer": ["a.csv", "a.csv"]}) == [("answer", "repeated")]
    assert problems(files, {"answer": ["c.csv"]}) == [("answer", "not_a_choice")]


@pytest.mark.case("R008")
def test_switches_of_an_old_client_are_read_as_a_list() -> None:
    """With the bounds of the list."""
    tops = define_form(Annotated[list[Size], Field(min_length=1)], message="Which sizes?")
    assert list(tops.schema_for("2025-06-18")["properties"]) == ["answer: s", "answer: l"]  # type: ignore[call-overload]
    assert tops.read({"answer: s": False, "answer: l": True}) == [Size.L]
    assert problems(tops, {"answer: s": False, "answer: l": False}) == [("answer", "too_few")]


@pytest.mark.requirement("FORM-13")
@pytest.mark.case("R021", "R022", "R030")
@pytest.mark.parametrize("content", [None, {}, {"name": 42}, "x"])
def test_a_no_and_a_dismissal_carry_nothing(content: object) -> None:
    """Whatever came with them; a yes is looked at."""
    assert GUEST.read_answer("decline", content) == Declined()
    assert GUEST.read_answer("cancel", content) == Cancelled()
    with pytest.raises(AnswerInvalid):
        GUEST.read_answer("accept", content)
    assert GUEST.read_answer("accept", {"name": "Ada", "age": 1}) == Filled(Guest(name="Ada", age=1))


@pytest.mark.case("R030")
@pytest.mark.parametrize("action", ["reject", "ok", "ACCEPT", None, True, {}])
def test_no_other_word_is_a_yes(action: object) -> None:
    """It is a breach, however good the values are."""
    with pytest.raises(PeerBroke) as caught:
        GUEST.read_answer(action, {"name": "Ada", "age": 1})
    assert caught.value.code == "unknown_action"


@pytest.mark.requirement("FORM-1")
@pytest.mark.case("R028")
def test_the_mode_is_left_out_for_the_oldest_peers_only() -> None:
    """And the same revision is always asked in the same way."""
    assert "mode" not in GUEST.params_for("2025-06-18")
    for revision in ("2025-11-25", "2026-07-28"):
        assert GUEST.params_for(revision)["mode"] == "form"
        assert GUEST.params_for(revision) == GUEST.params_for(revision)
    assert GUEST.params_for("2026-07-28")["message"] == "Who comes?"


@pytest.mark.attack("F18")
@settings(deadline=None)
@given(
    st.sampled_from(sorted(SHAPES)),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["answer", "confirm", "plain", "bare", "age", "x"]), inner, max_size=4)
        ),
        max_leaves=8,
    ),
)
def test_any_content_is_read_or_refused(shape: str, content: object) -> None:
    """Nothing else happens."""
    form = SHAPES[shape]
    try:
        form.read(content)
    except AnswerInvalid as error:
        assert error.problems  # noqa: PT017
