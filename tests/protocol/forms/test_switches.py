"""Lists of several for peers that know none."""

from __future__ import annotations

import pytest

from elicitor.errors import Refused
from elicitor.protocol.forms.fields import Choice, Field, Kind
from elicitor.protocol.forms.switches import MOST_SWITCHES, as_switches, fold_switches

NAME = Field(name="name", kind=Kind.TEXT, title="Name")
TOPS = Field(
    name="tops",
    kind=Kind.CHOICE,
    title="Toppings",
    description="As many as you like",
    required=True,
    default=["b"],
    choices=(Choice("a", "Apple"), Choice("b", "Bacon")),
    multiple=True,
)


@pytest.mark.requirement("FORM-7")
def test_a_list_becomes_switches() -> None:
    """One for each entry, set as the default was; other fields stay."""
    name, apple, bacon = as_switches([NAME, TOPS])
    assert name == NAME
    assert (apple.name, apple.kind, apple.title, apple.default) == ("tops: a", Kind.BOOLEAN, "Toppings: Apple", False)
    assert (bacon.name, bacon.description, bacon.required, bacon.default) == ("tops: b", TOPS.description, True, True)


@pytest.mark.parametrize(
    ("content", "folded"),
    [
        ({"name": "Ada", "tops: a": True, "tops: b": False}, {"name": "Ada", "tops": ["a"]}),
        ({"tops: b": True}, {"tops": ["b"]}),
        ({"tops: a": False}, {"tops": []}),
        ({"name": "Ada"}, {"name": "Ada"}),
        ({"tops": ["a"]}, {"tops": ["a"]}),
        ({"tops: a": "yes"}, {"tops": "yes"}),
        ({"tops: c": True}, {"tops: c": True}),
    ],
)
def test_switches_fold_back_into_a_list(content: dict[str, object], folded: dict[str, object]) -> None:
    """And what is none is left for the check to find."""
    assert fold_switches([NAME, TOPS], content) == folded


def test_a_long_list_is_refused() -> None:
    """Nobody says yes or no to that many; the last that is asked is."""
    names = [str(number) for number in range(MOST_SWITCHES + 1)]
    long = Field(name="a", kind=Kind.CHOICE, title="A", multiple=True, choices=tuple(Choice(n, n) for n in names))
    with pytest.raises(Refused) as caught:
        as_switches([long])
    assert caught.value.code == "list_not_known"
    assert (
        len(as_switches([Field(name="a", kind=Kind.CHOICE, title="A", multiple=True, choices=long.choices[1:])])) == 20
    )
