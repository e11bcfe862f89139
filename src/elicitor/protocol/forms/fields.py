"""What one field of a form is, whoever wrote it: five kinds, one level, nothing that could be nested (FORM-2).

Values only. Texts of a form that a peer sent are the peer's words: compare them, and make them safe before printing.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from elicitor.protocol.answers import JsonValue

__all__ = ["FORMATS", "Choice", "Field", "Kind"]

FORMATS = frozenset({"date", "date-time", "email", "uri"})
"""The formats of the dialect (FORM-3). Any other is borne and means nothing."""


class Kind(enum.StrEnum):
    """What an answer is made of."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list.

    Attributes:
        value: what travels.
        title: what a person reads; the value where the form has no label for it (R038).
    """

    value: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One question of a form.

    Attributes:
        name: the key of the answer, exactly as it travels (R036).
        kind: what an answer is made of.
        title: the label; the name where the form has none (R010).
        description: the hint, often empty.
        required: whether the answer has to have it.
        default: shown from the start (FORM-8); None where there is none, or none that fits.
        minimum: the least number, included.
        maximum: the greatest number, included.
        min_length: the least number of characters (code points).
        max_length: the greatest number of characters.
        min_items: how many entries at least, where several may be picked.
        max_items: how many entries at most.
        choices: the list, for the kind CHOICE; empty otherwise.
        multiple: several of the list may be picked; an answer is a list then.
        format: one of `FORMATS`, or empty.
        pattern_hint: the regular expression that the form shows as a hint, or empty. It is never run on this side
            (FORM-3, R029).
    """

    name: str
    kind: Kind
    title: str
    description: str = ""
    required: bool = False
    default: JsonValue = None
    minimum: float | None = None
    maximum: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    min_items: int | None = None
    max_items: int | None = None
    choices: tuple[Choice, ...] = ()
    multiple: bool = False
    format: str = ""
    pattern_hint: str = ""
