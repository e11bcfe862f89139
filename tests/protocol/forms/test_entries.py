"""What a person typed, as the value of a field; nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.protocol.forms import Field, Problem, read_form
from elicitor.protocol.forms.entries import describe, entry_of, read_entry, suggestion


def field(shape: dict[str, Any], *, required: bool = False) -> Field:
    """The only field of a form."""
    schema = {"type": "object", "properties": {"x": shape}, "required": ["x"] if required else []}
    return read_form(schema).fields[0]


SEAT = {"type": "string", "oneOf": [{"const": "w", "title": "Window"}, {"const": "a", "title": "Aisle"}]}
EXTRAS = {"type": "array", "items": {"enum": ["meal", "wifi"]}}


@pytest.mark.case("R034", "R036", "R037", "R038")
@pytest.mark.parametrize(
    ("shape", "typed", "value"),
    [
        ({"type": "string"}, " as it is ", " as it is "),
        ({"type": "integer"}, " 42 ", 42),
        ({"type": "number"}, "1.5", 1.5),
        ({"type": "boolean"}, "Yes", True),
        ({"type": "boolean"}, "n", False),
        (SEAT, "2", "a"),
        (SEAT, "Aisle", "a"),
        (SEAT, "w", "w"),
        (EXTRAS, "1, 2", ["meal", "wifi"]),
        (EXTRAS, "wifi", ["wifi"]),
        ({"type": "string", "format": "date"}, "2026-12-24", "2026-12-24"),
    ],
)
def test_a_typed_value_is_read_as_the_fields_kind(shape: dict[str, Any], typed: str, value: object) -> None:
    """Choices by number, title or value."""
    assert read_entry(field(shape), typed) == value


@pytest.mark.parametrize(
    ("shape", "typed"),
    [
        ({"type": "string", "minLength": 3}, "ab"),
        ({"type": "string", "format": "email"}, "nobody"),
        ({"type": "integer"}, "3.5"),
        ({"type": "integer"}, "three"),
        ({"type": "number"}, "nan"),
        ({"type": "integer", "maximum": 3}, "4"),
        ({"type": "boolean"}, "maybe"),
        (SEAT, "3"),
        (SEAT, "0"),
        (EXTRAS, "1, 9"),
        (EXTRAS, "1, 1"),
    ],
)
def test_what_does_not_fit_is_a_problem_with_a_sentence(shape: dict[str, Any], typed: str) -> None:
    """For the person, and no value is made up."""
    found = read_entry(field(shape), typed)
    assert isinstance(found, Problem)
    assert found.sentence.endswith(".")


@pytest.mark.attack("F19")
@pytest.mark.requirement("FORM-8")
def test_a_yes_is_never_suggested() -> None:
    """A no and other defaults are."""
    assert suggestion(field({"type": "boolean", "default": True})) is None
    assert suggestion(field({"type": "boolean", "default": False})) is False
    assert suggestion(field({"type": "string", "default": "x"})) == "x"


@pytest.mark.attack("F13")
def test_a_field_is_described_in_our_words_and_an_answer_is_safe_to_print() -> None:
    """Bounds, and whether it may be left out."""
    assert describe(field({"type": "integer", "minimum": 1, "maximum": 9}, required=True)) == (
        "A whole number: 1 to 9. Needed."
    )
    assert describe(field({"type": "string", "maxLength": 5})) == "Text: at most 5 characters. May be left out."
    assert "date" in describe(field({"type": "string", "format": "date"}))
    odd = field({"type": "string", "enum": ["\x1b[31m"]})
    assert "\x1b" not in entry_of(odd, "\x1b[31m")
    assert entry_of(field({"type": "boolean"}), value=True) == "yes"
    assert entry_of(field(EXTRAS), []) == "(none)"
