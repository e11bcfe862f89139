"""Values that no schema should have to look at: too deep, too long, or such as JSON and UTF-8 cannot write.

JSON Schema lets them through, or goes through all of them and puts them into error texts. Sorted out first, an answer
costs no more than its own size to check.
"""

from __future__ import annotations

import math
from dataclasses import replace

from elicitor.protocol.forms.fields import Field, Kind
from elicitor.protocol.forms.problems import Problem
from elicitor.protocol.forms.sentences import problem_with

__all__ = ["LONGEST_TEXT", "find_unsound"]

LONGEST_TEXT = 65_536
"""Characters of one text in an answer, whatever its field allows."""

_WIDEST_NUMBER = 1_024
"""Bits: what a double can hold."""


def find_unsound(field: Field, value: object) -> Problem | None:
    """What is wrong with a value before any schema is looked at, or None."""
    match value:
        case str():
            return _find_bad_text(field, value)
        case list() if field.multiple:
            return _find_bad_list(field, value)
        case int() | float() if _is_finite(value):
            return None
        case _:
            return problem_with(field, "wrong_type")


def _is_finite(value: float) -> bool:
    return value.bit_length() <= _WIDEST_NUMBER if isinstance(value, int) else math.isfinite(value)


def _find_bad_text(field: Field, text: str) -> Problem | None:
    if field.kind is not Kind.TEXT:
        return None  # compared with a list, or of the wrong type: either way nobody reads it
    if len(text) > LONGEST_TEXT:
        return problem_with(replace(field, max_length=min(field.max_length or LONGEST_TEXT, LONGEST_TEXT)), "too_long")
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        return problem_with(field, "text_unreadable")
    return None


def _find_bad_list(field: Field, value: list[object]) -> Problem | None:
    most = len(field.choices)
    if len(value) > most:
        return problem_with(replace(field, max_items=min(field.max_items or most, most)), "too_many")
    if not all(isinstance(entry, str) for entry in value):
        return problem_with(field, "not_a_choice")
    return None
