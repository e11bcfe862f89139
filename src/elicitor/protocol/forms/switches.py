"""Several of a list, for peers that know no such list: one yes-or-no for each entry (2025-06-18, R009).

The answer is folded back into the list before anything else looks at it, so that bounds and choices are checked as
ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from elicitor.errors import Refused
from elicitor.protocol.forms.fields import Choice, Field, Kind

__all__ = ["MOST_SWITCHES", "as_switches", "fold_switches"]

MOST_SWITCHES = 20


def as_switches(fields: Iterable[Field]) -> tuple[Field, ...]:
    """The fields with every list of several replaced.

    Raises:
        Refused: `list_not_known`, there are more entries than anybody would say yes or no to.
    """
    written: list[Field] = []
    for field in fields:
        written.extend(_switches(field) if field.multiple else [field])
    return tuple(written)


def fold_switches(fields: Iterable[Field], content: Mapping[str, object]) -> dict[str, object]:
    """An answer with its switches folded into lists. What is no switch stays as it is, and so does a strange value."""
    folded = dict(content)
    for field in fields:
        if not field.multiple:
            continue
        said = {choice.value: folded.pop(_name(field, choice), None) for choice in field.choices}
        if strange := [value for value in said.values() if value is not None and not isinstance(value, bool)]:
            folded[field.name] = strange[0]
        elif any(value is not None for value in said.values()):
            folded[field.name] = [value for value, yes in said.items() if yes]
    return folded


def _switches(field: Field) -> list[Field]:
    if len(field.choices) > MOST_SWITCHES:
        raise Refused(
            "list_not_known",
            "The client speaks a revision of the protocol without lists of which several may be picked.",
            field=field.name,
        )
    chosen = field.default if isinstance(field.default, list) else []
    return [
        Field(
            name=_name(field, choice),
            kind=Kind.BOOLEAN,
            title=f"{field.title}: {choice.title}",
            description=field.description,
            required=field.required,
            default=choice.value in chosen,
        )
        for choice in field.choices
    ]


def _name(field: Field, choice: Choice) -> str:
    return f"{field.name}: {choice.value}"
