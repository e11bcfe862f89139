"""From an author's field to a field of the dialect, and back."""

from __future__ import annotations

import enum
from datetime import date, datetime, timezone
from typing import Annotated, Any, Literal

import pytest
from pydantic import AnyUrl, Field
from pydantic_core import PydanticUndefined

from elicitor.errors import Misuse
from elicitor.protocol.forms.fields import Kind
from elicitor.protocol.forms.members import Member
from elicitor.protocol.forms.planning import Planned, plan


class Size(enum.Enum):
    """Sizes."""

    S = "s"
    L = "l"


def planned(annotation: Any, default: Any = PydanticUndefined, choices: Any = None, name: str = "a") -> Planned:
    """The plan for a field; needed where it has no default."""
    required = default is PydanticUndefined
    member = Member(name, "It.a", annotation, (), "", "", required=required, default=default)
    return plan(member, choices)


def refusal(annotation: Any, default: Any = PydanticUndefined, choices: Any = None, name: str = "a") -> str:
    """The code of the refusal."""
    with pytest.raises(Misuse) as caught:
        planned(annotation, default, choices, name)
    assert "It.a" in caught.value.sentence
    return caught.value.code


@pytest.mark.requirement("FORM-2", "FORM-3", "FORM-4", "FORM-5", "FORM-6", "FORM-7")
@pytest.mark.parametrize(
    ("annotation", "kind", "multiple"),
    [
        (str, Kind.TEXT, False),
        (int, Kind.INTEGER, False),
        (float | None, Kind.NUMBER, False),
        (bool, Kind.BOOLEAN, False),
        (Size, Kind.CHOICE, False),
        (Literal["a"] | None, Kind.CHOICE, False),
        (list[Size], Kind.CHOICE, True),
        (set[Literal["a", "b"]], Kind.CHOICE, True),
        (tuple[Size, ...], Kind.CHOICE, True),
        (Annotated[list[Annotated[Size, "x"]], Field(min_length=1)], Kind.CHOICE, True),
    ],
)
def test_every_shape_has_its_kind(annotation: Any, kind: Kind, multiple: bool) -> None:
    """One level, nothing else."""
    field = planned(annotation).field
    assert (field.kind, field.multiple) == (kind, multiple)


@pytest.mark.case("R017")
def test_what_may_be_none_is_not_needed() -> None:
    """Whether it has a default or not."""
    assert planned(str).field.required
    assert not planned(str | None).field.required
    assert not planned(str | None, None).field.required
    assert planned(str | None, None).field.default is None


def test_choices_made_at_run_time() -> None:
    """For one text, for several, for addresses; and for numbers, which travel as texts."""
    assert planned(str, choices=["x"]).field.choices[0].value == "x"
    assert planned(list[str], choices=["x"]).field.multiple
    assert planned(AnyUrl, choices=["https://a.example/"]).holds_addresses
    assert planned(int, choices=[1, 2]).value_of("2") == 2


@pytest.mark.parametrize(
    ("annotation", "default", "wire"),
    [
        (str, "x", "x"),
        (int, 3, 3),
        (bool, False, False),
        (float, 0.5, 0.5),
        (date, date(2026, 2, 28), "2026-02-28"),
        (datetime, datetime(2026, 2, 28, 10, tzinfo=timezone.utc), "2026-02-28T10:00:00Z"),  # noqa: UP017
        (AnyUrl, AnyUrl("https://a.example/"), "https://a.example/"),
        (Size, Size.L, "l"),
        (Size, "l", "l"),
        (list[Size], [Size.L], ["l"]),
        (set[Size], {Size.L, Size.S}, ["s", "l"]),
    ],
)
def test_a_default_travels(annotation: Any, default: Any, wire: object) -> None:
    """In the spelling of the dialect; sets in the order of the list."""
    assert planned(annotation, default).field.default == wire


@pytest.mark.case("R016")
@pytest.mark.parametrize(
    ("annotation", "default", "code"),
    [
        (Annotated[int, Field(ge=2, le=1)], PydanticUndefined, "field_cannot_be_filled"),
        (Annotated[str, Field(min_length=2, max_length=1)], PydanticUndefined, "field_cannot_be_filled"),
        (Annotated[list[Size], Field(min_length=3)], PydanticUndefined, "field_cannot_be_filled"),
        (Annotated[int, Field(ge=2)], 1, "field_default_unfit"),
        (int, "x", "field_default_unfit"),
        (float, float("nan"), "field_default_unfit"),
        (datetime, datetime(2026, 2, 28), "field_default_unfit"),  # noqa: DTZ001
        (Size, "m", "field_default_unfit"),
        (list[Size], [Size.S, "m"], "field_default_unfit"),
        (list[Size], Size.S, "field_default_unfit"),
        (Annotated[int, Field(pattern="x")], PydanticUndefined, "field_bounds_unfit"),
        (Annotated[date, Field(max_length=3)], PydanticUndefined, "field_bounds_unfit"),
        (Annotated[bool, Field(min_length=3)], PydanticUndefined, "field_bounds_unfit"),
        (bytes, PydanticUndefined, "field_file"),
        (list[str], PydanticUndefined, "field_list_without_choices"),
        (list[list[Size]], PydanticUndefined, "field_list_without_choices"),
        (tuple[Size, Size], PydanticUndefined, "field_list_without_choices"),
        (int | str, PydanticUndefined, "field_union"),
        (list[int | str], PydanticUndefined, "field_union"),
    ],
)
def test_what_nobody_can_fill_in_is_refused(annotation: Any, default: Any, code: str) -> None:
    """When it is defined."""
    assert refusal(annotation, default) == code


def test_choices_for_what_cannot_be_picked_are_refused() -> None:
    """Yes or no is a choice already; a model is none."""
    assert refusal(bool, choices=["a"]) == "choices_invalid"
    assert refusal(bytes, choices=["a"]) == "choices_invalid"
    assert refusal(Size, choices=["m"]) == "choices_invalid"


def test_a_name_has_an_end() -> None:
    """And a beginning."""
    assert refusal(str, name="a" * 257) == refusal(str, name="") == "field_name"
    assert planned(str, name="a" * 256).field.name == "a" * 256


@pytest.mark.case("R001")
def test_an_answer_is_turned_back() -> None:
    """Into members; whole numbers lose their point."""
    assert planned(Size).value_of("l") is Size.L
    assert planned(list[Size]).value_of(["l", "s"]) == [Size.L, Size.S]
    assert repr(planned(int).value_of(3.0)) == "3"
    assert planned(str).value_of("x") == "x"
