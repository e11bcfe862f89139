"""What each revision is sent (FORM-1 to FORM-7): one exact form for every field, without `$schema` and without `$ref`.

| | links unknown (2025-06-18) | era A with links (2025-11-25) | era B (2026-07-28) |
|---|---|---|---|
| one of a list with labels | `enum`, `enumNames` | `oneOf` | `oneOf` |
| several of a list | one yes-or-no for each (`switches.py`) | `items.enum` or `items.anyOf` | the same |
| defaults | of yes-or-no alone | all | all |
| patterns | sent | sent | not sent |

What is not sent is checked all the same when the answer comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from elicitor.protocol.eras import Era, era_of, knows_links
from elicitor.protocol.forms.addresses import find_address
from elicitor.protocol.forms.fields import Field, Kind

__all__ = ["pass_on", "write_schema"]

_TYPES = {Kind.TEXT: "string", Kind.INTEGER: "integer", Kind.NUMBER: "number", Kind.BOOLEAN: "boolean"}
_WORDS = (
    ("minimum", "minimum"),
    ("maximum", "maximum"),
    ("minLength", "min_length"),
    ("maxLength", "max_length"),
    ("minItems", "min_items"),
    ("maxItems", "max_items"),
    ("format", "format"),
)


def write_schema(fields: Iterable[Field], revision: str) -> dict[str, object]:
    """The `requestedSchema` for a peer.

    Args:
        fields: for a revision without lists of several, none of those.
        revision: the negotiated one.

    Raises:
        PeerBroke: `unknown_revision`.
    """
    fields = tuple(fields)
    schema: dict[str, object] = {
        "type": "object",
        "properties": {field.name: _write(field, revision) for field in fields},
    }
    if required := [field.name for field in fields if field.required]:
        schema["required"] = required
    return schema


def pass_on(schema: Mapping[str, object], revision: str) -> dict[str, object]:
    """A schema of somebody else, as it is but for `$schema`, and for patterns where those are not sent.

    Raises:
        PeerBroke: `unknown_revision`.
    """
    copy: dict[str, object] = {name: value for name, value in schema.items() if name != "$schema"}
    properties = copy.get("properties")
    if era_of(revision) is Era.B and isinstance(properties, Mapping):
        copy["properties"] = {
            name: {word: value for word, value in field.items() if word != "pattern"}
            for name, field in properties.items()
        }
    return copy


def _write(field: Field, revision: str) -> dict[str, object]:
    is_modern = knows_links(revision)
    schema = _type(field)
    if field.title != field.name:
        schema["title"] = field.title
    if field.description:
        schema["description"] = field.description
    if field.kind is Kind.CHOICE:
        schema |= _choices(field, is_modern=is_modern)
    schema |= {word: bound for word, name in _WORDS if (bound := getattr(field, name)) not in (None, "")}
    if field.pattern_hint and era_of(revision) is Era.A and find_address(field.pattern_hint) is None:
        schema["pattern"] = field.pattern_hint
    if field.default is not None and (is_modern or field.kind is Kind.BOOLEAN):
        schema["default"] = field.default
    return schema


def _type(field: Field) -> dict[str, object]:
    if field.kind is Kind.CHOICE:
        return {"type": "array" if field.multiple else "string"}
    return {"type": _TYPES[field.kind]}


def _choices(field: Field, *, is_modern: bool) -> dict[str, object]:
    values = [choice.value for choice in field.choices]
    titles = [choice.title for choice in field.choices]
    if values == titles:
        return {"items": {"type": "string", "enum": values}} if field.multiple else {"enum": values}
    if not is_modern:
        return {"enum": values, "enumNames": titles}
    entries = [{"const": value, "title": title} for value, title in zip(values, titles, strict=True)]
    return {"items": {"anyOf": entries}} if field.multiple else {"oneOf": entries}
