"""A type as an author wrote it, unwrapped: the bare type, what was annotated, and whether it may be left out.

`Annotated`, `NewType`, `type` aliases and `T | None` are taken off in any order. What is left is one of the types of
`kinds.py`, a list of choices, or nothing a form can have.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Union, get_args, get_origin

import typing_extensions
from pydantic.fields import FieldInfo

from elicitor.protocol.forms.refusals import refusal

__all__ = ["Bare", "unwrap"]

_UNIONS = (Union, types.UnionType)
_ALIASES = tuple({typing_extensions.TypeAliasType, getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType)})


@dataclass(frozen=True, slots=True)
class Bare:
    """A type without its wrappings.

    Attributes:
        type: what an answer becomes, `list[Colour]` for example.
        metadata: bounds and the like, from the outside in.
        nullable: None is allowed, so the field may be left out.
        title: the label, where an inner `Field` has one.
        description: the hint, likewise.
    """

    type: Any
    metadata: tuple[object, ...] = field(default=())
    nullable: bool = False
    title: str = ""
    description: str = ""


def unwrap(annotation: Any, metadata: Iterable[object] = (), *, path: str) -> Bare:
    """Take the wrappings off.

    Raises:
        Misuse: `field_union`, several types remain.
    """
    found = list(metadata)
    nullable = False
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation, *more = get_args(annotation)
            found.extend(more)
        elif isinstance(annotation, typing.NewType):
            annotation = annotation.__supertype__
        elif isinstance(annotation, _ALIASES):
            annotation = annotation.__value__
        elif origin in _UNIONS:
            annotation = _without_none(annotation, path)
            nullable = True
        else:
            return _with_inner_fields(annotation, found, nullable=nullable)


def _without_none(annotation: Any, path: str) -> Any:
    options = [option for option in get_args(annotation) if option is not type(None)]
    if len(options) != 1 or len(options) == len(get_args(annotation)):
        raise refusal("field_union", path, "may be of several types", "Ask for one of them, or make two fields")
    return options[0]


def _with_inner_fields(annotation: Any, found: list[object], *, nullable: bool) -> Bare:
    """`Annotated[int, Field(ge=1, title="Guests")] | None`: the inner `Field` counts where the outer is silent."""
    title = description = ""
    metadata: list[object] = []
    for item in found:
        if not isinstance(item, FieldInfo):
            metadata.append(item)
            continue
        metadata.extend(item.metadata)
        title, description = title or item.title or "", description or item.description or ""
    return Bare(annotation, tuple(metadata), nullable, title, description)
