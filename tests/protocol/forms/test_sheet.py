"""Forms as HTML controls, and back."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.protocol.forms import Form, read_form
from elicitor.protocol.forms.sheet import FilledSheet, read_sheet, rows_of

FORM = read_form(
    {
        "type": "object",
        "properties": {
            "day": {"type": "string", "format": "date", "title": "Day"},
            "people": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2},
            "size": {"type": "string", "enum": ["s", "m"]},
            "city": {"type": "string", "enum": list("abcdefgh")},
            "extras": {"type": "array", "items": {"enum": ["meal", "wifi"]}, "default": ["wifi"]},
            "sure": {"type": "boolean", "default": True},
            "note": {"type": "string"},
        },
        "required": ["day", "sure"],
    }
)
GOOD = {
    "field-0": ["2026-12-24"],
    "field-1": ["3"],
    "field-2": ["m"],
    "field-3": ["c"],
    "field-4": ["meal", "wifi"],
    "field-5": ["yes"],
    "field-6": [""],
}


def one(**schema: Any) -> Form:
    """A form of one field that need not be filled in."""
    return read_form({"type": "object", "properties": {"x": schema}})


def test_each_kind_has_its_control() -> None:
    """Groups have a fieldset; a long list is a menu."""
    rows = {row.title: row for row in rows_of(FORM)}
    assert [row.name for row in rows.values()] == [f"field-{place}" for place in range(7)]
    assert {title: (row.kind, row.is_group) for title, row in rows.items()} == {
        "Day": ("text", False),
        "people": ("integer", False),
        "size": ("choice", True),
        "city": ("choice", False),
        "extras": ("choices", True),
        "sure": ("boolean", True),
        "note": ("text", False),
    }
    assert rows["Day"].input == "date"


@pytest.mark.requirement("FORM-8")
@pytest.mark.attack("F19")
def test_defaults_are_filled_in_but_for_a_yes() -> None:
    """And marked as suggestions."""
    rows = {row.title: row for row in rows_of(FORM)}
    assert (rows["people"].entries, rows["people"].suggested) == (("2",), True)
    assert rows["extras"].entries == ("wifi",)
    assert (rows["sure"].entries, rows["sure"].suggested) == ((), False)


def test_a_good_sheet_is_read() -> None:
    """What is left empty has no value."""
    filled = read_sheet(FORM, GOOD)
    assert not filled.problems
    assert not filled.secrets
    assert filled.values == {
        "day": "2026-12-24",
        "people": 3,
        "size": "m",
        "city": "c",
        "extras": ["meal", "wifi"],
        "sure": True,
    }
    assert FORM.check(filled.values) == ()


@pytest.mark.parametrize(
    ("control", "typed"),
    [
        ("field-0", ["tomorrow"]),
        ("field-0", []),
        ("field-1", ["many"]),
        ("field-1", ["10"]),
        ("field-2", ["xl"]),
        ("field-4", ["meal", "bed"]),
        ("field-4", ["meal", "meal"]),
        ("field-5", ["maybe"]),
    ],
)
def test_what_does_not_fit_is_marked_and_kept_as_typed(control: str, typed: list[str]) -> None:
    """The rest stands."""
    filled = read_sheet(FORM, GOOD | {control: typed})
    (problem,) = filled.problems.values()
    row = next(row for row in rows_of(FORM, filled) if row.name == control)
    assert (row.problem, row.entries, row.suggested) == (problem, tuple(typed), False)
    assert sum(1 for row in rows_of(FORM, filled) if row.problem) == 1


def test_a_secret_is_noticed() -> None:
    """By its value; words are words."""
    form = one(type="string")
    assert read_sheet(form, {"field-0": ["ghp_16C7e42F292c6912E7710c838347Ae178B4a"]}).secrets == ["x"]
    assert read_sheet(form, {"field-0": ["a window seat"]}).secrets == []


def test_texts_are_safe_to_print() -> None:
    """What hides or turns letters round becomes visible."""
    (row,) = rows_of(one(type="string", title="a\u202eb", description="c\u200bd"), FilledSheet())
    assert (row.title, row.description) == ("a<U+202E>b", "c<U+200B>d")
