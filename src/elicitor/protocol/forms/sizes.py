"""How large a form of a stranger may be, found out before anything else looks at it (F18).

The schema is copied once, piece by piece, with a budget; what goes over it is refused at that piece. The copy is what
is read and sent on, so nobody can change it afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from elicitor.errors import PeerBroke

__all__ = ["LONGEST_NAME", "MOST_CHOICES", "MOST_FIELDS", "copy_within_limits", "too_large"]

MOST_FIELDS = 100
MOST_CHOICES = 2_000
LONGEST_NAME = 256
_DEEPEST = 12
_MOST_PIECES = 50_000
_MOST_CHARACTERS = 1_000_000
_LONGEST_TEXT = 16_384
_WIDEST_NUMBER = 1_024
"""Bits: what a double can hold."""


class _Budget:
    def __init__(self) -> None:
        self.pieces = _MOST_PIECES
        self.characters = _MOST_CHARACTERS

    def spend(self, characters: int) -> None:
        self.pieces -= 1
        self.characters -= characters
        if self.pieces < 0 or self.characters < 0 or characters > _LONGEST_TEXT:
            raise too_large()


def too_large() -> PeerBroke:
    """The error for a form that goes over a limit."""
    return PeerBroke("form_too_large", "The form is larger than any form for a person.")


def copy_within_limits(unverified_schema: object) -> object:
    """A copy of a JSON value that nobody else holds.

    Raises:
        PeerBroke: `form_too_large`, or `form_malformed` where it is no JSON.
    """
    return _copy(unverified_schema, _Budget(), 0)


def _copy(value: object, budget: _Budget, depth: int) -> object:
    if depth > _DEEPEST:
        raise too_large()
    match value:
        case str():
            budget.spend(len(value))
            return value
        case Mapping():
            return {_key(key, budget): _copy(inner, budget, depth + 1) for key, inner in value.items()}
        case list() | tuple():
            budget.spend(0)
            return [_copy(inner, budget, depth + 1) for inner in value]
        case bool() | None:
            budget.spend(0)
            return value
        case int() if value.bit_length() <= _WIDEST_NUMBER:
            budget.spend(0)
            return value
        case float() if math.isfinite(value):
            budget.spend(0)
            return value
        case int():
            raise too_large()
        case _:
            raise PeerBroke("form_malformed", "The form is no JSON.")


def _key(key: object, budget: _Budget) -> str:
    if not isinstance(key, str):
        raise PeerBroke("form_malformed", "The form is no JSON.")
    budget.spend(len(key))
    return key
