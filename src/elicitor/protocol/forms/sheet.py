"""A form as a sheet of HTML controls, and what a browser sends back, for whichever page shows it.

The controls are named by the places of the fields, never by the peer's names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from elicitor.protocol.forms.entries import Value, describe, problem_with, read_entry, suggestion
from elicitor.protocol.forms.fields import Field
from elicitor.protocol.forms.form import Form
from elicitor.protocol.forms.problems import Problem
from elicitor.protocol.forms.secret_values import looks_like_secret
from elicitor.protocol.plain import visible_line

__all__ = ["CONTROL", "FilledSheet", "Row", "read_sheet", "rows_of"]

CONTROL = "field-"
"""Every control's name begins with it."""

_INPUTS = {"email": "email", "uri": "url", "date": "date"}
_FEW = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One field as a template shows it; all texts are safe to print, none is safe as HTML.

    Attributes:
        name: of its control.
        hint: what it takes, in words of ours.
        kind: `text`, `integer`, `number`, `boolean`, `choice` or `choices`.
        input: the type of the input element for text.
        is_group: whether its controls need a fieldset around them.
        entries: what is filled in.
        choices: values and labels.
        suggested: whether what is filled in is the server's suggestion.
        problem: what is wrong with it; empty where nothing is.
    """

    name: str
    title: str
    description: str
    hint: str
    kind: str
    input: str
    is_group: bool
    entries: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    required: bool
    suggested: bool
    problem: str


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """What a browser sent.

    Attributes:
        typed: as it was typed, by the names of the fields.
        values: what could be read, by the names of the fields; a field that was left empty has none.
        problems: sentences by the names of the fields.
        secrets: the names of fields whose answers look like secrets.
    """

    typed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    secrets: list[str] = field(default_factory=list)


def rows_of(form: Form, filled: FilledSheet | None = None) -> list[Row]:
    """The rows of a sheet, empty but for the defaults, or as they were filled in."""
    return [_row(place, field, filled or FilledSheet()) for place, field in enumerate(form.fields)]


def read_sheet(form: Form, unverified_entries: Mapping[str, Sequence[str]]) -> FilledSheet:
    """Read what a browser sent for a form.

    Args:
        unverified_entries: by the names of the controls.
    """
    filled = FilledSheet()
    for place, each in enumerate(form.fields):
        entries = tuple(unverified_entries.get(f"{CONTROL}{place}", ()))
        filled.typed[each.name] = entries
        _read(filled, each, entries)
    return filled


def _read(filled: FilledSheet, field: Field, entries: tuple[str, ...]) -> None:
    if not any(entries):
        if field.required:
            filled.problems[field.name] = "This is needed."
        return
    value: Value | Problem
    if field.multiple:
        chosen = [entry for entry in entries if entry]
        value = problem_with(field, chosen) or chosen
    else:
        value = read_entry(field, entries[0])
    if isinstance(value, Problem):
        filled.problems[field.name] = value.sentence
        return
    if isinstance(value, str) and looks_like_secret(value):
        filled.secrets.append(field.name)
    filled.values[field.name] = value


def _row(place: int, field: Field, filled: FilledSheet) -> Row:
    suggested = suggestion(field)
    typed = filled.typed.get(field.name)
    kind = "choices" if field.multiple else field.kind.value
    return Row(
        name=f"{CONTROL}{place}",
        title=visible_line(field.title),
        description=visible_line(field.description),
        hint=describe(field),
        kind=kind,
        input=_INPUTS.get(field.format, "text"),
        is_group=kind in {"boolean", "choices"} or (kind == "choice" and len(field.choices) <= _FEW),
        entries=typed if typed is not None else _entries(suggested),
        choices=tuple((choice.value, visible_line(choice.title)) for choice in field.choices),
        required=field.required,
        suggested=typed is None and suggested is not None,
        problem=filled.problems.get(field.name, ""),
    )


def _entries(value: Value | None) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    return (f"{value}",)
