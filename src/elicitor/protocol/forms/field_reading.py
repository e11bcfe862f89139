"""One field of a form that a peer sent: its kind first, then what a field of that kind may have.

A default that does not fit its own field is left out: showing it would lead the person into an error. `Form.raw` has
it still.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from elicitor.protocol.answers import JsonValue
from elicitor.protocol.forms.checking import Checker
from elicitor.protocol.forms.choice_reading import has_choices, read_choices
from elicitor.protocol.forms.fields import FORMATS, Field, Kind
from elicitor.protocol.forms.sizes import LONGEST_NAME, too_large
from elicitor.protocol.forms.wrongs import wrong

__all__ = ["read_field", "refuse_references"]

_Schema = Mapping[str, object]

_KINDS = {"string": Kind.TEXT, "integer": Kind.INTEGER, "number": Kind.NUMBER, "boolean": Kind.BOOLEAN}
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_NULL = "null"


def read_field(name: str, unverified: object, *, required: bool) -> Field:
    """Read one entry of `properties`.

    Raises:
        PeerBroke: as `read_form`.
    """
    if len(name) > LONGEST_NAME:
        raise too_large()
    if not isinstance(unverified, dict):
        raise wrong("form_malformed", name, "is no object")
    schema = _without_null(name, unverified)
    refuse_references(name, schema)
    title, description = _text(schema, "title") or name, _text(schema, "description")
    plain = Field(name=name, kind=Kind.TEXT, title=title, description=description, required=required)
    field = _of_its_kind(plain, schema)
    _refuse_empty_bounds(field)
    return _with_default(field, schema.get("default"))


def refuse_references(name: str, schema: _Schema) -> None:
    """Refuse a schema that stands somewhere else.

    Raises:
        PeerBroke: `form_reference`.
    """
    if any(keyword in schema for keyword in _REFERENCES):
        raise wrong("form_reference", name, "points to somewhere else instead of saying what is asked")


def _without_null(name: str, schema: _Schema) -> _Schema:
    """The field behind `T or null`; an answer leaves it out instead of giving null."""
    kinds = schema.get("type")
    if isinstance(kinds, list):
        rest = [kind for kind in kinds if kind != _NULL]
        if len(rest) != 1:
            raise wrong("form_union", name, "has several types")
        return {**schema, "type": rest[0]}
    options = schema.get("anyOf")
    null = {"type": _NULL}
    if not isinstance(options, list) or null not in options:
        return schema
    others = [option for option in options if option != null]
    if len(others) != 1 or not isinstance(others[0], dict):
        raise wrong("form_union", name, "has several types")
    return {**others[0], **{keyword: value for keyword, value in schema.items() if keyword != "anyOf"}}


def _of_its_kind(plain: Field, schema: _Schema) -> Field:
    kind = schema.get("type")
    if kind == "array":
        return _several(plain, schema)
    if kind == "object" or "properties" in schema:
        raise wrong("form_nested", plain.name, "has fields inside")
    if has_choices(schema):
        return replace(plain, kind=Kind.CHOICE, choices=read_choices(plain.name, schema))
    if any(keyword in schema for keyword in ("anyOf", "oneOf", "allOf")):
        raise wrong("form_union", plain.name, "has several types")
    match _KINDS.get(kind) if isinstance(kind, str) else None:
        case Kind.TEXT:
            return _text_field(plain, schema)
        case Kind.BOOLEAN:
            return replace(plain, kind=Kind.BOOLEAN)
        case Kind.INTEGER | Kind.NUMBER as number:
            least, most = _number(plain.name, schema, "minimum"), _number(plain.name, schema, "maximum")
            return replace(plain, kind=number, minimum=least, maximum=most)
        case _:
            raise wrong("form_field_unknown", plain.name, "has no type that forms have")


def _several(plain: Field, schema: _Schema) -> Field:
    items = schema.get("items")
    if not isinstance(items, dict):
        raise wrong("form_nested", plain.name, "is a list without choices")
    refuse_references(plain.name, items)
    if not has_choices(items):
        raise wrong("form_nested", plain.name, "is a list without choices")
    return replace(
        plain,
        kind=Kind.CHOICE,
        choices=read_choices(plain.name, items),
        multiple=True,
        min_items=_count(plain.name, schema, "minItems"),
        max_items=_count(plain.name, schema, "maxItems"),
    )


def _text_field(plain: Field, schema: _Schema) -> Field:
    named = _text(schema, "format")
    return replace(
        plain,
        min_length=_count(plain.name, schema, "minLength"),
        max_length=_count(plain.name, schema, "maxLength"),
        format=named if named in FORMATS else "",
        pattern_hint=_text(schema, "pattern"),
    )


def _text(schema: _Schema, keyword: str) -> str:
    value = schema.get(keyword, "")
    return value if isinstance(value, str) else ""


def _count(name: str, schema: _Schema, keyword: str) -> int | None:
    value = _number(name, schema, keyword)
    if value is None:
        return None
    if value < 0 or value != int(value):
        raise wrong("form_bounds_malformed", name, "has a bound that is no number")
    return int(value)


def _number(name: str, schema: _Schema, keyword: str) -> float | None:
    value = schema.get(keyword)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong("form_bounds_malformed", name, "has a bound that is no number")
    return value


def _refuse_empty_bounds(field: Field) -> None:
    pairs = (
        (field.minimum, field.maximum),
        (field.min_length, field.max_length),
        (field.min_items, field.max_items),
        (field.min_items, len(field.choices)),
    )
    if any(least is not None and most is not None and least > most for least, most in pairs):
        raise wrong("form_cannot_be_filled", field.name, "has bounds that nothing fits")


def _with_default(field: Field, unverified: object) -> Field:
    if unverified is None or Checker((field,)).check({field.name: unverified}):
        return field
    return replace(field, default=cast("JsonValue", unverified))
