"""One form for every shape that an author can write, by name; the golden files say what each revision is sent."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AnyUrl, BaseModel, EmailStr, Field

from elicitor.protocol.forms import FormDefinition, define_form

__all__ = ["REVISIONS", "SHAPES"]

REVISIONS = ("2025-06-18", "2025-11-25", "2026-07-28")


class Priority(enum.Enum):
    """Texts."""

    LOW = "low"
    HIGH = "high"


class Texts(BaseModel):
    """Texts with everything they may have."""

    plain: str
    full: Annotated[
        str, Field(title="Guest", description="As in the register", min_length=2, max_length=40, pattern="^[A-Z]")
    ] = "Ada"
    optional: str | None = None
    mail: EmailStr
    site: AnyUrl
    day: date
    moment: datetime | None = None


class Numbers(BaseModel):
    """Numbers with everything they may have."""

    age: Annotated[int, Field(ge=0, le=150, title="Age")]
    guests: Annotated[int, Field(gt=0, lt=20)] = 2
    share: Annotated[float, Field(ge=0.5, description="Of the bill")] = 1.5
    rest: float | None = None


class Switches(BaseModel):
    """Yes or no."""

    sure: bool
    vip: Annotated[bool, Field(title="Very important", description="Gets the good table")] = True


class Lists(BaseModel):
    """Several of a list."""

    bare: list[Literal["a", "b"]]
    labelled: Annotated[set[Priority], Field(min_length=1, max_length=2, title="Priorities")] = {Priority.LOW}


SHAPES: Mapping[str, FormDefinition[Any]] = {
    "texts": define_form(Texts, message="Who comes?"),
    "numbers": define_form(Numbers, message="How many?"),
    "yes_or_no": define_form(Switches, message="Is that so?"),
    "plain_yes": define_form(None, message="Delete 40 files?"),
    "one_bare": define_form(Priority, message="How urgent?"),
    "one_labelled": define_form(Priority, message="How urgent?", choices={"low": "When you can", "high": "At once"}),
    "one_at_run_time": define_form(str, message="Which file?", choices=["a.csv", "b.csv"]),
    "several_bare": define_form(list[str], message="Which files?", choices=["a.csv", "b.csv"]),
    "several": define_form(Lists, message="Which ones?", choices={"labelled": {"low": "Low", "high": "High"}}),
}
