"""Bounds and patterns from annotations, as far as the dialect can say them.

What it cannot say is not lost: the author's type is made from every answer, and checks all of it (R016). `gt=0` on a
whole number is sent as `minimum: 1`. On a number with a point it is sent as `minimum: 0`, which is nearly it, and 0 is
refused when the answer comes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from elicitor.protocol.forms.fields import Kind

__all__ = ["Bounds", "bounds_of"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a field; None where there is none.

    Attributes:
        minimum: the least number.
        maximum: the greatest.
        shortest: the least length, of a text or a list.
        longest: the greatest.
        pattern: a regular expression, or empty.
    """

    minimum: float | None = None
    maximum: float | None = None
    shortest: int | None = None
    longest: int | None = None
    pattern: str = ""


def bounds_of(metadata: Iterable[object], kind: Kind) -> Bounds:
    """Read bounds from whatever carries them: annotated-types, pydantic's constraints, or something of the same shape.

    Of several bounds on one side the narrowest counts.
    """
    items = list(metadata)
    is_number = kind in (Kind.INTEGER, Kind.NUMBER)
    return Bounds(
        minimum=_narrowest(max, (_lower(item, kind) for item in items)) if is_number else None,
        maximum=_narrowest(min, (_upper(item, kind) for item in items)) if is_number else None,
        shortest=_narrowest(max, (_count(item, "min_length") for item in items)),
        longest=_narrowest(min, (_count(item, "max_length") for item in items)),
        pattern=next((pattern for item in items if (pattern := _pattern(item))), ""),
    )


def _narrowest(choose: Any, found: Iterable[Any]) -> Any:
    there = [bound for bound in found if bound is not None]
    return choose(there) if there else None


def _lower(item: object, kind: Kind) -> float | None:
    ge, gt = _number(item, "ge"), _number(item, "gt")
    if kind is Kind.INTEGER:
        ge, gt = None if ge is None else math.ceil(ge), None if gt is None else math.floor(gt) + 1
    bound: float | None = _narrowest(max, (ge, gt))
    return bound


def _upper(item: object, kind: Kind) -> float | None:
    le, lt = _number(item, "le"), _number(item, "lt")
    if kind is Kind.INTEGER:
        le, lt = None if le is None else math.floor(le), None if lt is None else math.ceil(lt) - 1
    bound: float | None = _narrowest(min, (le, lt))
    return bound


def _number(item: object, name: str) -> float | None:
    value = getattr(item, name, None)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return value


def _count(item: object, name: str) -> int | None:
    value = getattr(item, name, None)
    return value if isinstance(value, int) and (value or name == "max_length") else None


def _pattern(item: object) -> str:
    value = getattr(item, "pattern", None)
    if isinstance(item, re.Pattern):
        return str(item.pattern)
    if isinstance(value, re.Pattern):
        return str(value.pattern)
    return value if isinstance(value, str) else ""
