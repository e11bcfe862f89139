"""What a person reads beside a field whose answer does not fit, by the code of the problem.

The sentences hold bounds and nothing else of the form: labels and choices may be a stranger's words.
"""

from __future__ import annotations

from elicitor.protocol.forms.fields import Field, Kind
from elicitor.protocol.forms.problems import Problem

__all__ = ["problem_with"]

_SENTENCES = {
    "missing": "This is needed.",
    "text_unreadable": "This text holds characters that cannot be written.",
    "not_a_choice": "Pick from the list.",
    "repeated": "Pick each entry once.",
    "too_small": "Give {0.minimum} or more.",
    "too_large": "Give {0.maximum} or less.",
    "too_short": "This is too short; the least length is {0.min_length}.",
    "too_long": "This is too long; the greatest length is {0.max_length}.",
    "too_few": "Pick at least {0.min_items}.",
    "too_many": "Pick at most {0.max_items}.",
    "bad_pattern": "This is not written as it has to be.",
}
_WRONG_TYPE = {
    Kind.TEXT: "Give a text.",
    Kind.INTEGER: "Give a whole number.",
    Kind.NUMBER: "Give a number.",
    Kind.BOOLEAN: "Say yes or no.",
    Kind.CHOICE: "Pick one of the list.",
}
_FORMATS = {
    "date": "Give a day as in 2026-02-28.",
    "date-time": "Give a day and a time with its offset, as in 2026-02-28T10:00:00Z.",
    "email": "Give an e-mail address.",
    "uri": "Give a whole address, with its scheme.",
}


def problem_with(field: Field, code: str) -> Problem:
    """The problem of a field, in words."""
    return Problem(field.name, code, _sentence(field, code))


def _sentence(field: Field, code: str) -> str:
    if code == "wrong_type":
        return "Pick from the list; the answer is a list, too." if field.multiple else _WRONG_TYPE[field.kind]
    if code == "bad_format":
        return _FORMATS[field.format]
    return _SENTENCES[code].format(field)
