"""A form as a value."""

from __future__ import annotations

import pytest

from elicitor.protocol.forms import Form, read_form

SCHEMA = {"type": "object", "properties": {"size": {"type": "string", "minLength": 2}}, "required": ["size"]}


@pytest.mark.requirement("FORM-10", "FORM-13")
def test_a_form_says_what_is_wrong_with_an_answer() -> None:
    """Nothing, for one that fits."""
    form = read_form(SCHEMA)
    assert form.check({"size": "xl"}) == ()
    assert [(problem.field, problem.code) for problem in form.check({"size": "x"})] == [("size", "too_short")]


def test_forms_are_compared_by_what_they_ask() -> None:
    """And do not spell out their schema when printed."""
    assert read_form(SCHEMA) == read_form(SCHEMA)
    assert "minLength" not in repr(read_form(SCHEMA))
    assert isinstance(read_form(SCHEMA), Form)
