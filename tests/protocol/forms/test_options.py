"""Lists to pick from."""

from __future__ import annotations

import enum
from typing import Any, Literal

import pytest

from elicitor.errors import Misuse
from elicitor.protocol.forms.fields import Choice
from elicitor.protocol.forms.options import Options, find_options, labelled, options_from
from elicitor.protocol.forms.sizes import MOST_CHOICES


class Priority(enum.Enum):
    """Texts."""

    LOW = "low"
    HIGH = "high"


class Size(enum.IntEnum):
    """Numbers."""

    SMALL = 1
    LARGE = 2


def listed(annotation: Any) -> Options:
    """The list of a type that has one."""
    options = find_options(annotation, "It.a")
    assert options is not None
    return options


@pytest.mark.requirement("FORM-6")
@pytest.mark.case("R001")
@pytest.mark.parametrize(
    ("annotation", "values"),
    [
        (Priority, {"low": Priority.LOW, "high": Priority.HIGH}),
        (Size, {"SMALL": Size.SMALL, "LARGE": Size.LARGE}),
        (Literal["a", "b"], {"a": "a", "b": "b"}),
        (Literal["a", None], {"a": "a"}),  # noqa: PYI061  authors write it
        (Literal[1, 2], {"1": 1, "2": 2}),
        (Literal[Priority.LOW], {"low": Priority.LOW}),
    ],
)
def test_a_type_is_a_list(annotation: Any, values: dict[str, Any]) -> None:
    """Only texts travel, and each stands for what the author wrote."""
    options = listed(annotation)
    assert dict(options.values) == values
    assert [choice.value for choice in options.choices] == list(values)
    assert [options.wire_of(value) for value in values.values()] == list(values)


@pytest.mark.parametrize("annotation", [int, str, list[Priority], "x"])
def test_other_types_are_none(annotation: Any) -> None:
    """They may get a list at run time."""
    assert find_options(annotation, "It.a") is None


@pytest.mark.case("R003", "R038")
@pytest.mark.parametrize(
    "choices",
    [
        {"a": "Apple", "b": "Pear"},
        [("a", "Apple"), ("b", "Pear")],
        [Choice("a", "Apple"), Choice("b", "Pear")],
        (pair for pair in [("a", "Apple"), ("b", "Pear")]),
    ],
)
def test_a_list_is_made_at_run_time(choices: Any) -> None:
    """With labels, in each way to write them."""
    assert options_from(choices, "It.a").choices == (Choice("a", "Apple"), Choice("b", "Pear"))


def test_labels_may_be_missing() -> None:
    """Then the value is the label; a number comes back as one."""
    options = options_from(["a.csv", 7, 1.5], "It.a")
    assert options.choices == (Choice("a.csv", "a.csv"), Choice("7", "7"), Choice("1.5", "1.5"))
    assert options.values["7"] == 7


def test_a_type_gets_labels() -> None:
    """In the author's order; what is not named is not offered."""
    options = labelled(listed(Priority), {Priority.HIGH: "Urgent", "low": "When you can"}, "It.a")
    assert options.choices == (Choice("high", "Urgent"), Choice("low", "When you can"))
    assert options.values["high"] is Priority.HIGH
    assert labelled(listed(Priority), ["low"], "It.a").choices == (Choice("low", "low"),)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ([], "no choices"),
        ("abc", "no list"),
        (7, "no list"),
        (["a", "a"], "twice"),
        ([1, "1"], "twice"),
        ([""], "empty"),
        ([None], "NoneType"),
        ([True], "bool"),
        ([object()], "object"),
        ([str(number) for number in range(MOST_CHOICES + 1)], "more than"),
    ],
)
def test_a_list_that_nobody_can_pick_from_is_refused(choices: Any, words: str) -> None:
    """With the path, and how to write it."""
    with pytest.raises(Misuse, match=words) as caught:
        options_from(choices, "It.a")
    assert (caught.value.code, caught.value.evidence["path"]) == ("choices_invalid", "It.a")


def test_a_label_for_nothing_is_refused() -> None:
    """The type has the last word on what there is."""
    with pytest.raises(Misuse, match="'middle'"):
        labelled(listed(Priority), {"middle": "So so"}, "It.a")


def test_a_value_that_is_not_listed_does_not_travel() -> None:
    """Nor one that only equals a listed one: 1 is not True."""
    assert listed(Priority).wire_of("middle") is None
    assert listed(Priority).wire_of("low") == "low"
    assert listed(Literal[1]).wire_of(True) is None
