"""The spellings of a list of choices, all of them: `enum`, `enum` with `enumNames`, `oneOf` and `anyOf` with `const`.

Values are texts (FORM-6), each of them once. A label that is missing is the value itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from elicitor.protocol.forms.fields import Choice
from elicitor.protocol.forms.sizes import MOST_CHOICES, too_large
from elicitor.protocol.forms.wrongs import wrong

__all__ = ["has_choices", "read_choices"]

_Schema = Mapping[str, object]

_LABELLED = ("oneOf", "anyOf")


def has_choices(schema: _Schema) -> bool:
    """Whether a schema means a list to pick from, well or badly written."""
    if "enum" in schema or "const" in schema:
        return True
    return any(_is_labelled(schema.get(keyword)) for keyword in _LABELLED)


def read_choices(name: str, schema: _Schema) -> tuple[Choice, ...]:
    """Read the list of a field.

    Raises:
        PeerBroke: `form_choices_malformed`, it is empty, or has something that is no text, or one value twice;
            `form_too_large`.
    """
    entries = _labelled(schema) or _bare(schema)
    if len(entries) > MOST_CHOICES:
        raise too_large()
    choices = tuple(
        Choice(value, title if isinstance(title, str) and title else value)
        for value, title in entries
        if isinstance(value, str)
    )
    kind = schema.get("type", "string")
    if not choices or len(choices) != len(entries) or kind != "string":
        raise wrong("form_choices_malformed", name, "has choices that are no texts")
    if len({choice.value for choice in choices}) != len(choices):
        raise wrong("form_choices_malformed", name, "has the same choice twice")
    return choices


def _is_labelled(options: object) -> bool:
    return (
        isinstance(options, list)
        and bool(options)
        and all(isinstance(option, dict) and "const" in option for option in options)
    )


def _labelled(schema: _Schema) -> list[tuple[object, object]]:
    for keyword in _LABELLED:
        options = schema.get(keyword)
        if isinstance(options, list) and _is_labelled(options):
            return [(option["const"], option.get("title")) for option in options]
    return []


def _bare(schema: _Schema) -> list[tuple[object, object]]:
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if not isinstance(values, list):
        return []
    titles = schema.get("enumNames")
    known = titles if isinstance(titles, list) else []
    return [(value, known[place] if place < len(known) else None) for place, value in enumerate(values)]
