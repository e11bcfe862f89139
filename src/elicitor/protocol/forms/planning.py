"""From one field as the author wrote it to a field of the dialect, and the way back from an answer to its value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, cast, get_args, get_origin

from pydantic_core import PydanticUndefined

from elicitor.protocol.answers import JsonValue
from elicitor.protocol.forms.annotations import Bare, unwrap
from elicitor.protocol.forms.bounds import Bounds, bounds_of
from elicitor.protocol.forms.checking import Checker
from elicitor.protocol.forms.fields import Field, Kind
from elicitor.protocol.forms.kinds import find_plain_kind, no_kind
from elicitor.protocol.forms.members import Member
from elicitor.protocol.forms.options import Choices, Options, find_options, labelled, options_from
from elicitor.protocol.forms.refusals import refusal
from elicitor.protocol.forms.sizes import LONGEST_NAME

__all__ = ["Planned", "plan"]

_LISTS = (list, set, frozenset, tuple, Sequence)


@dataclass(frozen=True, slots=True)
class Planned:
    """A field with the way back.

    Attributes:
        field: of the dialect.
        path: where it is defined.
        options: what a choice stands for; None where it is no list.
        nullable: left out means None, unless there is a default.
        has_default: left out means what the author's type says.
        holds_addresses: its values are addresses, which may stand there (URL-4).
    """

    field: Field
    path: str
    options: Options | None
    nullable: bool
    has_default: bool
    holds_addresses: bool

    def value_of(self, wire: object) -> object:
        """What the author's type is made from. The answer was checked before."""
        if self.options is not None:
            return (
                [self.options.values[entry] for entry in wire]
                if isinstance(wire, list)
                else self.options.values[str(wire)]
            )
        if self.field.kind is Kind.INTEGER and isinstance(wire, float):
            return int(wire)
        return wire


def plan(member: Member, choices: Choices | None) -> Planned:
    """Find out what a field is.

    Args:
        member: as the author wrote it.
        choices: what may be picked, where that is made at run time or has labels.

    Raises:
        Misuse: it is nothing that a form can have; the code and the sentence say why.
    """
    bare = unwrap(member.annotation, member.metadata, path=member.path)
    if not member.name or len(member.name) > LONGEST_NAME:
        raise refusal("field_name", member.path, "has a name that is too long or empty", "Choose a shorter one")
    inner, multiple = _inner(bare, member.path)
    options = _options(inner, choices, member.path)
    field = Field(
        name=member.name,
        kind=Kind.CHOICE,
        title=member.title or bare.title or member.name,
        description=member.description or bare.description,
        required=member.required and not bare.nullable,
    )
    field = _several_or_one(field, bare, options, multiple=multiple) if options else _plain(field, bare, member.path)
    _refuse_unfillable(field, member.path)
    planned = Planned(
        field=field,
        path=member.path,
        options=options,
        nullable=bare.nullable,
        has_default=not member.required,
        holds_addresses=find_plain_kind(inner) == (Kind.TEXT, "uri"),
    )
    return replace(planned, field=_with_default(planned, member.default))


def _inner(bare: Bare, path: str) -> tuple[Any, bool]:
    """The type of one entry, and whether several may be given."""
    if get_origin(bare.type) not in _LISTS:
        return bare.type, False
    arguments = [argument for argument in get_args(bare.type) if argument is not Ellipsis]
    return unwrap(arguments[0], path=path).type if len(arguments) == 1 else None, True


def _options(inner: Any, choices: Choices | None, path: str) -> Options | None:
    listed = find_options(inner, path)
    if choices is None:
        return listed
    if listed is not None:
        return labelled(listed, choices, path)
    plain = find_plain_kind(inner)
    if plain is None or plain[0] is Kind.BOOLEAN:
        raise refusal("choices_invalid", path, "is of a type that cannot be picked from a list", "Use str or list[str]")
    return options_from(choices, path)


def _several_or_one(field: Field, bare: Bare, options: Options, *, multiple: bool) -> Field:
    if not multiple:
        return replace(field, choices=options.choices)
    bounds = bounds_of(bare.metadata, Kind.CHOICE)
    return replace(field, choices=options.choices, multiple=True, min_items=bounds.shortest, max_items=bounds.longest)


def _plain(field: Field, bare: Bare, path: str) -> Field:
    found = find_plain_kind(bare.type)
    if found is None:
        raise no_kind(bare.type, path)
    kind, form = found
    bounds = bounds_of(bare.metadata, kind)
    if (bounds.shortest, bounds.longest, bounds.pattern) != (None, None, "") and not _is_written(kind, form):
        raise refusal("field_bounds_unfit", path, "has a length or a pattern and is no text", "Take it away")
    return _with_bounds(replace(field, kind=kind, format=form), bounds)


def _is_written(kind: Kind, form: str) -> bool:
    return kind is Kind.TEXT and form not in ("date", "date-time")


def _with_bounds(field: Field, bounds: Bounds) -> Field:
    if field.kind is not Kind.TEXT:
        return replace(field, minimum=bounds.minimum, maximum=bounds.maximum)
    return replace(field, min_length=bounds.shortest, max_length=bounds.longest, pattern_hint=bounds.pattern)


def _refuse_unfillable(field: Field, path: str) -> None:
    pairs = (
        (field.minimum, field.maximum),
        (field.min_length, field.max_length),
        (field.min_items, field.max_items),
        (field.min_items, len(field.choices)),
    )
    if any(least is not None and most is not None and least > most for least, most in pairs):
        raise refusal("field_cannot_be_filled", path, "has bounds that nothing fits", "Widen them")


def _with_default(planned: Planned, default: Any) -> Field:
    """The field with its default as it travels. One that is made anew each time is not shown."""
    if default is PydanticUndefined or default is None:
        return planned.field
    wire = _wire_of(default, planned.options)
    if wire is None or Checker((planned.field,)).check({planned.field.name: wire}):
        raise refusal(
            "field_default_unfit",
            planned.path,
            "has a default that does not fit it",
            "Change the default or the bounds",
        )
    return replace(planned.field, default=cast("JsonValue", wire))


def _wire_of(value: Any, options: Options | None) -> object:
    """How a default travels; None where it cannot."""
    if options is not None:
        return (
            _wires_of(value, options) if isinstance(value, list | tuple | set | frozenset) else options.wire_of(value)
        )
    if isinstance(value, date):  # a datetime is one, too
        return value.isoformat().replace("+00:00", "Z")
    return value if isinstance(value, bool | int | float | str) else str(value)


def _wires_of(values: Iterable[Any], options: Options) -> list[str] | None:
    wires = [options.wire_of(value) for value in values]
    there = [wire for wire in wires if wire is not None]
    if len(there) != len(wires):
        return None
    return sorted(there, key=list(options.values).index) if isinstance(values, set | frozenset) else there
