"""Answers, held against their fields."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elicitor.protocol.forms import read_form
from elicitor.protocol.forms.checking import Checker
from elicitor.protocol.forms.fields import Field, Kind
from protocol.forms.dialect import answers, forms, strict

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2, "maxLength": 4},
        "age": {"type": "integer", "minimum": 0, "maximum": 150},
        "share": {"type": "number"},
        "sure": {"type": "boolean"},
        "fruit": {"type": "string", "enum": ["a", "b"]},
        "fruits": {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}, "minItems": 1, "maxItems": 2},
        "mail": {"type": "string", "format": "email"},
        "day": {"type": "string", "format": "date"},
    },
    "required": ["name"],
}
GOOD = {"name": "Ada", "age": 36, "share": 0.5, "sure": True, "fruit": "a", "fruits": ["a", "b"], "mail": "a@b.example"}


def problems(**values: object) -> list[tuple[str, str]]:
    """What is wrong with an answer that fits apart from these values."""
    return [(problem.field, problem.code) for problem in read_form(SCHEMA).check({**GOOD, **values})]


def test_an_answer_that_fits_has_no_problems() -> None:
    """The honest twin of all that follow; optional fields may be left out."""
    assert problems() == []
    assert read_form(SCHEMA).check({"name": "Ada"}) == ()


@pytest.mark.requirement("FORM-9", "FORM-10", "FORM-13")
@pytest.mark.case("R003", "R008", "R014", "R023", "R028")
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", "A", "too_short"),
        ("name", "Adela", "too_long"),
        ("name", 42, "wrong_type"),
        ("name", {}, "wrong_type"),
        ("name", None, "wrong_type"),
        ("age", "3", "wrong_type"),
        ("age", -5, "too_small"),
        ("age", 151, "too_large"),
        ("age", 3.5, "wrong_type"),
        ("age", True, "wrong_type"),
        ("share", "0.5", "wrong_type"),
        ("sure", 1, "wrong_type"),
        ("sure", "yes", "wrong_type"),
        ("fruit", "c", "not_a_choice"),
        ("fruit", ["a"], "wrong_type"),
        ("fruits", "a", "wrong_type"),
        ("fruits", [], "too_few"),
        ("fruits", ["a", "zzz"], "not_a_choice"),
        ("fruits", ["a", "a"], "repeated"),
        ("fruits", ["a", "b", "c"], "too_many"),
        ("mail", "not-an-email", "bad_format"),
        ("mail", 7, "wrong_type"),
        ("day", "2026-02-30", "bad_format"),
        ("colour", "red", "unknown_field"),
    ],
)
def test_what_does_not_fit_is_named(field: str, value: object, code: str) -> None:
    """The field and the code; nothing is converted."""
    assert problems(**{field: value}) == [(field, code)]


def test_a_whole_number_may_have_a_point() -> None:
    """3.0 is a whole number in JSON Schema."""
    assert problems(age=3.0) == []


def test_problems_come_in_the_order_of_the_form() -> None:
    """One for each field; what belongs to no field comes last."""
    answer = {"zzz": 1, "day": "x", "age": -1.5}
    found = read_form(SCHEMA).check(answer)
    assert [problem.field for problem in found] == ["name", "age", "day", "zzz"]


@pytest.mark.attack("F18")
def test_strange_values_without_end_are_counted_to_an_end() -> None:
    """The report stays small."""
    assert len(read_form(SCHEMA).check({"name": "Ada", **{f"x{n}": n for n in range(100_000)}})) == 100


def test_a_field_called_like_a_keyword_is_a_field() -> None:
    """Names never become keywords of the schema that is run."""
    field = Field(name="$ref", kind=Kind.TEXT, title="x", required=True)
    assert Checker([field]).check({"$ref": "a"}) == ()


@pytest.mark.requirement("FORM-2", "FORM-10")
@settings(max_examples=500, deadline=None)
@given(st.data())
def test_another_validator_agrees(data: st.DataObject) -> None:
    """Any form, any answer: jsonschema-rs says the same of the schema as it was sent."""
    schema = data.draw(forms)
    answer = data.draw(answers(schema))
    other = jsonschema_rs.Draft202012Validator(strict(schema), validate_formats=True)
    assert (read_form(schema).check(answer) == ()) == other.is_valid(answer)


@pytest.mark.slow
@pytest.mark.requirement("FORM-2", "FORM-10")
@settings(max_examples=100_000, deadline=None)
@given(st.data())
def test_another_validator_agrees_a_hundred_thousand_times(data: st.DataObject) -> None:
    """As above, for a night."""
    schema = data.draw(forms)
    answer = data.draw(answers(schema))
    other = jsonschema_rs.Draft202012Validator(strict(schema), validate_formats=True)
    assert (read_form(schema).check(answer) == ()) == other.is_valid(answer)
