"""What is wrong with an answer, by field: a stable code, and words to put beside the field."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Problem"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        field: the name of the field, or of the value that belongs to none; empty where it is the answer as a whole.
        code: `missing`, `unknown_field`, `wrong_type`, `text_unreadable`, `not_a_choice`, `repeated`, `too_small`,
            `too_large`, `too_short`, `too_long`, `too_few`, `too_many`, `bad_format`, `bad_pattern` or `not_accepted`.
        sentence: for the person who fills in the form. Holds no text of a peer, and no value.
    """

    field: str
    code: str
    sentence: str
