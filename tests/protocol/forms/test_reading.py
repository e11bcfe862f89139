"""A peer's form as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elicitor.errors import PeerBroke
from elicitor.protocol.forms import read_form
from elicitor.protocol.forms.sizes import MOST_FIELDS

EXAMPLES = Path(__file__).parents[4] / "shared" / "data" / "mcp-schema" / "examples"
needs_examples = pytest.mark.skipif(
    not EXAMPLES.is_dir(), reason="the published examples (../shared/data) are not here"
)
OPTIONS = [{"const": "h-1", "title": "Superman"}, {"const": "h-2", "title": "Batman"}]
FIVE = {
    "bare": {"type": "string", "enum": ["a", "b"], "default": "b"},
    "labelled": {"type": "string", "oneOf": OPTIONS, "default": "h-2"},
    "older": {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"], "default": "b"},
    "several": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "default": ["a"]},
    "several labelled": {"type": "array", "items": {"anyOf": OPTIONS}, "default": ["h-1", "h-2"]},
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "properties", "required", "items", "enum", "anyOf", "minimum", "default", "$ref"])
            | st.text(max_size=4),
            inner | st.sampled_from(["string", "object", "array", "integer", "null"]),
            max_size=5,
        )
    ),
    max_leaves=20,
)


def form(**properties: object) -> dict[str, Any]:
    """A schema with these fields."""
    return {"type": "object", "properties": properties}


def refusal(schema: object) -> str:
    """The code of the refusal."""
    with pytest.raises(PeerBroke) as caught:
        read_form(schema)
    return caught.value.code


def read_again(schema: object) -> object:
    """What is sent on of a schema, or None where it is refused."""
    try:
        return read_form(schema).raw
    except PeerBroke:
        return None


@pytest.mark.requirement("FORM-1", "FORM-6", "FORM-7")
@pytest.mark.case("R007", "R012", "R013", "R038")
def test_what_was_read_can_be_sent_on_as_it_came() -> None:
    """All five spellings of a list, `$schema`, and keywords that nobody knows, in their order."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **form(**FIVE), "x-style": {"a": [1]}}
    schema["properties"]["bare"]["x-icon"] = "star"
    read = read_form(schema)
    assert json.dumps(read.raw) == json.dumps(schema)
    assert [field.name for field in read.fields] == list(FIVE)
    assert [field.default for field in read.fields] == [shape["default"] for shape in FIVE.values()]
    assert read.fields[4].choices[0].title == "Superman"


@pytest.mark.case("R005", "R035")
def test_a_form_without_fields_is_a_form() -> None:
    """And an empty answer fits it."""
    read = read_form(form())
    assert (read.fields, read.check({})) == ((), ())


def test_what_is_needed_is_marked() -> None:
    """By the list of the form, not of the field."""
    read = read_form({**form(a={"type": "string"}, b={"type": "string"}), "required": ["b"]})
    assert [field.required for field in read.fields] == [False, True]


@pytest.mark.attack("F18")
@pytest.mark.requirement("FORM-1")
@pytest.mark.parametrize(
    ("schema", "code"),
    [
        (None, "form_malformed"),
        ([], "form_malformed"),
        ({}, "form_malformed"),
        ({"type": "array", "items": {"enum": ["a"]}}, "form_malformed"),
        ({"type": "object"}, "form_malformed"),
        ({"type": "object", "properties": []}, "form_malformed"),
        ({**form(), "required": "a"}, "form_malformed"),
        ({**form(), "required": [1]}, "form_malformed"),
        ({**form(), "required": ["gone"]}, "form_cannot_be_filled"),
        ({**form(), "$ref": "http://127.0.0.1:1/x"}, "form_reference"),
        ({**form(), "$dynamicRef": "#a"}, "form_reference"),
        (form(**{f"f{number}": {"type": "string"} for number in range(MOST_FIELDS + 1)}), "form_too_large"),
        (form(**{f"f{number}": {"type": "string"} for number in range(100_000)}), "form_too_large"),
    ],
)
def test_what_is_no_form_is_refused(schema: object, code: str) -> None:
    """With a stable code."""
    assert refusal(schema) == code


def test_the_largest_form_is_read() -> None:
    """The honest twin of the one with a field too many."""
    assert len(read_form(form(**{f"f{n}": {"type": "string"} for n in range(MOST_FIELDS)})).fields) == MOST_FIELDS


@needs_examples
@pytest.mark.requirement("FORM-2", "FORM-6", "FORM-7")
def test_the_published_examples_are_read() -> None:
    """Every field and every form of them."""
    fields = [json.loads(file.read_text(encoding="utf-8")) for file in EXAMPLES.glob("*Schema/*.json")]
    asks = [json.loads(file.read_text(encoding="utf-8")) for file in EXAMPLES.glob("ElicitRequestFormParams/*.json")]
    assert (len(fields), len(asks)) >= (7, 2)
    assert [field.default for schema in fields for field in read_form(form(it=schema)).fields] == [
        schema.get("default") for schema in fields
    ]
    assert all(read_form(ask["requestedSchema"]).fields for ask in asks)


@pytest.mark.attack("F18")
@settings(max_examples=200, deadline=None)
@given(json_values)
def test_any_json_is_read_or_refused(value: object) -> None:
    """As a form, and as a field of one; nothing else happens."""
    for schema in (value, form(it=value)):
        assert read_again(schema) in (schema, None)


@pytest.mark.slow
@pytest.mark.attack("F18")
@settings(max_examples=3_000, deadline=None)
@given(json_values)
def test_any_json_is_read_or_refused_thousands_of_times(value: object) -> None:
    """As above, for a night."""
    for schema in (value, form(it=value)):
        assert read_again(schema) in (schema, None)
