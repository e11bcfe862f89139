"""Types and kinds."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from pydantic import AnyUrl, AwareDatetime, BaseModel, EmailStr, HttpUrl, NaiveDatetime, SecretStr

from elicitor.protocol.forms.fields import Kind
from elicitor.protocol.forms.kinds import find_plain_kind, no_kind
from elicitor.secret import Secret


class Inner(BaseModel):
    """A model with a field."""

    x: int


@dataclass
class UploadFile:
    """Named as web frameworks do."""

    name: str


@pytest.mark.requirement("FORM-2", "FORM-3")
@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (bool, (Kind.BOOLEAN, "")),
        (int, (Kind.INTEGER, "")),
        (float, (Kind.NUMBER, "")),
        (str, (Kind.TEXT, "")),
        (date, (Kind.TEXT, "date")),
        (datetime, (Kind.TEXT, "date-time")),
        (AwareDatetime, (Kind.TEXT, "date-time")),
        (EmailStr, (Kind.TEXT, "email")),
        (AnyUrl, (Kind.TEXT, "uri")),
        (HttpUrl, (Kind.TEXT, "uri")),
        (bytes, None),
        (Inner, None),
        (list[str], None),
        ([], None),
    ],
)
def test_a_type_has_a_kind(annotation: Any, kind: object) -> None:
    """Or none."""
    assert find_plain_kind(annotation) == kind


@pytest.mark.attack("F21")
@pytest.mark.case("R014", "R015", "R018")
@pytest.mark.parametrize(
    ("annotation", "code", "words"),
    [
        (Inner, "field_nested", "one level"),
        (dict[str, int], "field_nested", "one level"),
        (list[str], "field_list_without_choices", "choices="),
        (list, "field_list_without_choices", "choices="),
        (set[int], "field_list_without_choices", "choices="),
        (bytes, "field_file", "page"),
        (io.BytesIO, "field_file", "page"),
        (UploadFile, "field_file", "page"),
        (SecretStr, "form_asks_for_secret", "page"),
        (Secret, "form_asks_for_secret", "page"),
        (NaiveDatetime, "field_unknown_type", "AwareDatetime"),
        (time, "field_unknown_type", "time"),
        (Decimal, "field_unknown_type", "float"),
        (UUID, "field_unknown_type", "str"),
        (object, "field_unknown_type", "Literal"),
        ("str", "field_unknown_type", "Literal"),
        (3, "field_unknown_type", "Literal"),
    ],
)
def test_a_type_that_no_field_can_have_is_refused(annotation: Any, code: str, words: str) -> None:
    """With the path, and what to do."""
    error = no_kind(annotation, "Booking.it")
    assert error.code == code
    assert error.sentence.startswith("Booking.it ")
    assert words in error.sentence
