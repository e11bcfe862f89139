"""`define_form`: what is taken, and what is refused on the spot."""

from __future__ import annotations

import enum
import typing
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Discriminator, EmailStr, Field, SecretStr, create_model

from elicitor.errors import Misuse
from elicitor.protocol.forms import AnswerInvalid, Kind, NotASecret, define_form, read_form
from elicitor.protocol.forms.sizes import MOST_FIELDS
from protocol.forms.test_secrets import corpus


class Address(BaseModel):
    """Nested where it is used."""

    street: str


class Booking(BaseModel):
    """A model that holds another."""

    day: date
    address: Address


class Colour(enum.Enum):
    """Colours."""

    RED = "red"


@dataclass
class Place:
    """A dataclass."""

    name: str
    tags: list[str]


class Wish(typing.TypedDict, total=False):
    """A typed dict."""

    name: str


class Handle:
    """Something that pydantic does not know."""


@dataclass
class Handled:
    """It is asked for."""

    handle: Handle


@dataclass
class Held:
    """It has a mark that goes with unions only."""

    name: Annotated[str, Discriminator("kind")]


def refusal(source: Any, **more: Any) -> Misuse:
    """The refusal of a definition."""
    with pytest.raises(Misuse) as caught:
        define_form(source, **{"message": "Which day?", **more})
    return caught.value


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        (Address, [Kind.TEXT]),
        (Wish, [Kind.TEXT]),
        (None, [Kind.BOOLEAN]),
        (bool, [Kind.BOOLEAN]),
        (int | None, [Kind.INTEGER]),
        (date, [Kind.TEXT]),
        (EmailStr, [Kind.TEXT]),
        (Colour, [Kind.CHOICE]),
        (list[Colour], [Kind.CHOICE]),
        (Literal["a", "b"], [Kind.CHOICE]),
        (Annotated[int, Field(ge=1)], [Kind.INTEGER]),
    ],
)
def test_a_form_is_made_from_types_with_fields_and_from_types_alone(source: Any, kinds: list[Kind]) -> None:
    """Models, dataclasses, typed dicts; plain types, lists, and nothing for a plain yes."""
    form = define_form(source, message="Which day?")
    assert [field.kind for field in form.fields] == kinds
    assert form.schema_for("2026-07-28") == form.form.raw


@pytest.mark.case("R003")
def test_choices_go_to_the_field_that_is_named() -> None:
    """By a mapping for types with fields."""
    form = define_form(Place, message="Where?", choices={"tags": ["a", "b"]})
    assert form.read({"name": "x", "tags": ["b"]}) == Place("x", ["b"])


@pytest.mark.requirement("FORM-2")
@pytest.mark.case("R004", "R014", "R015", "R018")
@pytest.mark.parametrize(
    ("source", "more", "code", "path"),
    [
        (Booking, {}, "field_nested", "Booking.address"),
        (Place, {}, "field_list_without_choices", "Place.tags"),
        (Place, {"choices": {"tagz": ["a"]}}, "choices_invalid", "Place"),
        (Place, {"choices": ["a"]}, "choices_invalid", "Place"),
        (create_model("Empty"), {}, "form_empty", "Empty"),
        (create_model("Many", **{f"f{n}": (str, ...) for n in range(MOST_FIELDS + 1)}), {}, "form_too_large", "Many"),  # type: ignore[call-overload]
        (Handled, {}, "field_unknown_type", "Handled.handle"),
        (bytes, {}, "field_file", "bytes"),
        (int | str, {}, "field_union", ""),
        ("Booking", {}, "field_unknown_type", "answer"),
    ],
)
def test_what_no_form_can_ask_is_refused_at_once(source: Any, more: dict[str, Any], code: str, path: str) -> None:
    """With the path of the field; nothing is sent."""
    error = refusal(source, **more)
    assert error.code == code
    assert path in str(error.evidence["path"])


@pytest.mark.requirement("FORM-1")
@pytest.mark.parametrize("message", ["", "  \n"])
def test_a_form_says_what_it_is_about(message: str) -> None:
    """Or is none."""
    assert refusal(str, message=message).code == "message_missing"


def test_what_pydantic_cannot_make_is_refused_in_our_words() -> None:
    """A mark that goes with unions only."""
    error = refusal(Held)
    assert (error.code, "Held" in error.sentence) == ("form_source_unknown", True)


@pytest.mark.requirement("FORM-11")
@pytest.mark.attack("F21")
def test_a_secret_is_refused_by_type_by_name_and_by_words() -> None:
    """By type it cannot be overruled."""
    excuse = [NotASecret("x", "The author thinks it is fine.")]
    assert refusal(create_model("Typed", x=(SecretStr, ...)), not_secret=excuse).code == "form_asks_for_secret"
    assert refusal(create_model("Named", password=(str, ...))).code == "form_asks_for_secret"
    assert refusal(str, message="Enter your password").code == "form_asks_for_secret"
    titled = create_model("Titled", x=(Annotated[str, Field(title="API key")], ...))
    assert refusal(titled).code == "form_asks_for_secret"
    assert define_form(titled, message="Which?", not_secret=excuse).not_secret == tuple(excuse)


@pytest.mark.attack("F21")
@settings(deadline=None)
@given(st.sampled_from([row for row in corpus() if row.verdict == "secret"]), st.booleans())
def test_no_secret_of_the_list_can_be_asked_for(row: Any, nullable: bool) -> None:
    """Whatever its language, in a model as in real life."""
    annotation = Annotated[str, Field(title=row.title or None, description=row.description or None)]
    fields: Any = {"field": (annotation | None if nullable else annotation, Field(alias=row.name))}
    assert refusal(create_model("Form", **fields), message=row.message or "Which?").code == "form_asks_for_secret"


@pytest.mark.requirement("FORM-11")
@given(st.sampled_from([row for row in corpus() if row.verdict == "fine"]))
@settings(deadline=None)
def test_what_is_no_secret_can_be_asked_for(row: Any) -> None:
    """The honest twin."""
    annotation = Annotated[str, Field(title=row.title or None, description=row.description or None)]
    fields: Any = {"field": (annotation, Field(alias=row.name))}
    assert len(define_form(create_model("Form", **fields), message=row.message or "Which?").fields) == 1


@pytest.mark.case("R012", "R013")
def test_somebody_elses_schema_is_sent_on_as_it_is() -> None:
    """But for `$schema`, and for patterns in era B; the answer is a dict; the rules for words hold."""
    given = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "size": {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"], "x-order": 1},
            "code": {"type": "string", "pattern": "^[A-Z]+$"},
        },
        "required": ["size"],
    }
    form = define_form(read_form(given), message="Which one?")
    sent: Any = form.schema_for("2025-11-25")
    assert sent == {name: value for name, value in given.items() if name != "$schema"}
    newer: Any = form.schema_for("2026-07-28")
    assert newer["properties"]["code"] == {"type": "string"}
    assert newer["properties"]["size"] == sent["properties"]["size"]
    older: Any = form.schema_for("2025-06-18")
    assert older["properties"]["size"]["enumNames"] == ["Small", "Large"]
    assert form.read({"size": "l"}) == {"size": "l"}
    with pytest.raises(AnswerInvalid):
        form.read({"size": "xl"})
    with pytest.raises(Misuse):
        define_form(read_form({"type": "object", "properties": {"password": {"type": "string"}}}), message="Log in")
