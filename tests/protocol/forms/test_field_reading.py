"""One field of a peer's form."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.forms.field_reading import read_field, refuse_references
from elicitor.protocol.forms.fields import Choice, Field, Kind


def read(schema: object) -> Field:
    """Read an optional field called `it`."""
    return read_field("it", schema, required=False)


def refusal(schema: object) -> str:
    """The code of the refusal; the field is named."""
    with pytest.raises(PeerBroke) as caught:
        read(schema)
    assert caught.value.evidence["field"] == "it"
    return caught.value.code


@pytest.mark.requirement("FORM-3", "FORM-4", "FORM-5")
@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {
                "type": "string",
                "title": "Name",
                "description": "Yours",
                "minLength": 1,
                "maxLength": 9.0,
                "default": "x",
            },
            {
                "kind": Kind.TEXT,
                "title": "Name",
                "description": "Yours",
                "min_length": 1,
                "max_length": 9,
                "default": "x",
            },
        ),
        ({"type": "string", "format": "email"}, {"format": "email"}),
        ({"type": "string", "format": "password"}, {"format": ""}),
        ({"type": "integer", "minimum": 1, "maximum": 9}, {"kind": Kind.INTEGER, "minimum": 1, "maximum": 9}),
        ({"type": "number", "minimum": 0.5, "default": 1.5}, {"kind": Kind.NUMBER, "minimum": 0.5, "default": 1.5}),
        ({"type": "boolean", "default": False}, {"kind": Kind.BOOLEAN, "default": False}),
        ({"type": "string", "enum": ["a"], "default": "a"}, {"kind": Kind.CHOICE, "multiple": False, "default": "a"}),
    ],
)
def test_a_field_is_read(schema: object, expected: dict[str, Any]) -> None:
    """Everything that its kind may have."""
    field = read(schema)
    assert {name: getattr(field, name) for name in expected} == expected


@pytest.mark.case("R010", "R036")
def test_a_field_without_label_is_shown_under_its_name() -> None:
    """Spaces and all."""
    field = read_field("Confirm the operation", {"type": "boolean"}, required=True)
    assert (field.name, field.title, field.required) == ("Confirm the operation", "Confirm the operation", True)


@pytest.mark.requirement("FORM-7")
@pytest.mark.case("R006", "R008")
@pytest.mark.parametrize("spelling", ["anyOf", "oneOf"])
def test_several_of_a_list_are_read_in_both_spellings(spelling: str) -> None:
    """With how many, and a default."""
    options = [{"const": "a", "title": "Apple"}, {"const": "b", "title": "Pear"}]
    field = read({"type": "array", "items": {spelling: options}, "minItems": 1, "maxItems": 2, "default": ["b"]})
    assert (field.kind, field.multiple, field.min_items, field.max_items) == (Kind.CHOICE, True, 1, 2)
    assert (field.choices, field.default) == ((Choice("a", "Apple"), Choice("b", "Pear")), ["b"])


@pytest.mark.case("R017")
@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}], "default": None, "title": "It"},
        {"type": ["string", "null"], "maxLength": 5, "title": "It"},
    ],
)
def test_what_may_be_null_is_a_plain_field(schema: object) -> None:
    """It may be left out."""
    field = read(schema)
    assert (field.kind, field.max_length, field.title, field.default) == (Kind.TEXT, 5, "It", None)


@pytest.mark.case("R029")
@pytest.mark.requirement("FORM-3")
@pytest.mark.parametrize(("pattern", "hint"), [("(", "("), ("^(a+)+$", "^(a+)+$"), (7, "")])
def test_a_pattern_is_a_hint_and_never_run(pattern: object, hint: str) -> None:
    """A broken one breaks nothing, an explosive one does not go off on its default."""
    field = read({"type": "string", "pattern": pattern, "default": "a" * 40 + "!"})
    assert (field.pattern_hint, field.default) == (hint, "a" * 40 + "!")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "default": "3"},
        {"type": "string", "minLength": 1, "default": ""},
        {"type": "string", "enum": ["a"], "default": "b"},
        {"type": "boolean", "default": {"a": 1}},
    ],
)
def test_a_default_that_does_not_fit_is_left_out(schema: object) -> None:
    """It would lead into an error."""
    assert read(schema).default is None


@pytest.mark.requirement("FORM-2")
@pytest.mark.attack("F18")
@pytest.mark.case("R006", "R014")
@pytest.mark.parametrize(
    ("schema", "code"),
    [
        (7, "form_malformed"),
        ({}, "form_field_unknown"),
        ({"type": "file"}, "form_field_unknown"),
        ({"type": "null"}, "form_field_unknown"),
        ({"type": 7}, "form_field_unknown"),
        ({"type": "object", "properties": {}}, "form_nested"),
        ({"properties": {"a": {"type": "string"}}}, "form_nested"),
        ({"type": "array"}, "form_nested"),
        ({"type": "array", "items": {"type": "string"}}, "form_nested"),
        ({"type": "array", "items": {"type": "array", "items": {}}}, "form_nested"),
        ({"type": "array", "items": {"type": "integer", "enum": ["1"]}}, "form_choices_malformed"),
        ({"type": ["string", "integer"]}, "form_union"),
        ({"type": ["null"]}, "form_union"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "form_union"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}, "form_union"),
        ({"type": "string", "allOf": [{"minLength": 1}]}, "form_union"),
        ({"$ref": "http://127.0.0.1/schema"}, "form_reference"),
        ({"anyOf": [{"$ref": "#/$defs/a"}, {"type": "null"}]}, "form_reference"),
        ({"type": "array", "items": {"$ref": "#/$defs/a"}}, "form_reference"),
        ({"type": "string", "minLength": True}, "form_bounds_malformed"),
        ({"type": "string", "minLength": -1}, "form_bounds_malformed"),
        ({"type": "string", "minLength": 1.5}, "form_bounds_malformed"),
        ({"type": "number", "minimum": "1"}, "form_bounds_malformed"),
        ({"type": "number", "minimum": 2, "maximum": 1}, "form_cannot_be_filled"),
        ({"type": "array", "items": {"enum": ["a"]}, "minItems": 2}, "form_cannot_be_filled"),
    ],
)
def test_what_is_no_field_of_a_form_is_refused(schema: object, code: str) -> None:
    """With its reason, and the name of the field."""
    assert refusal(schema) == code


@pytest.mark.attack("F18")
def test_a_name_has_an_end() -> None:
    """The last that is read, and the first that is not."""
    assert read_field("a" * 256, {"type": "string"}, required=False).name == "a" * 256
    with pytest.raises(PeerBroke, match="larger"):
        read_field("a" * 257, {"type": "string"}, required=False)


def test_a_property_may_be_called_like_a_reference() -> None:
    """Names are no keywords."""
    refuse_references("it", {"properties": {"$ref": {}}})
    assert read_field("$ref", {"type": "string"}, required=False).name == "$ref"
