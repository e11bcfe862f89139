"""The values a form is made of."""

from __future__ import annotations

import pytest

from elicitor.protocol.forms.fields import FORMATS, Choice, Field, Kind


@pytest.mark.requirement("FORM-2")
def test_a_field_is_one_of_five_kinds() -> None:
    """Texts, numbers, whole numbers, yes or no, and lists; there is no kind that holds fields."""
    assert {kind.value for kind in Kind} == {"text", "integer", "number", "boolean", "choice"}


@pytest.mark.requirement("FORM-3")
def test_there_are_four_formats() -> None:
    """Those of the dialect."""
    assert {"date", "date-time", "email", "uri"} == FORMATS


def test_a_field_needs_no_more_than_name_kind_and_label() -> None:
    """Everything else means: nothing was said."""
    field = Field(name="size", kind=Kind.TEXT, title="Size")
    assert (field.required, field.default, field.choices, field.multiple) == (False, None, (), False)
    assert Choice("l", "Large") == Choice("l", "Large")
