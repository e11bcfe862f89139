"""The list behind a field: from a `Literal`, an `Enum`, or made at run time; what travels, and what it stands for.

Only texts travel (FORM-6). A member of an enum travels as its value where that is a text and by its name otherwise; a
number travels as it is written. The answer is turned back into what the author listed.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args, get_origin

from elicitor.protocol.forms.fields import Choice
from elicitor.protocol.forms.refusals import refusal
from elicitor.protocol.forms.sizes import MOST_CHOICES

__all__ = ["Choices", "Options", "find_options", "labelled", "options_from"]

Choices: TypeAlias = "Mapping[Any, str] | Iterable[Any]"
"""Values, or pairs of value and label, or a mapping from values to labels."""


@dataclass(frozen=True, slots=True)
class Options:
    """A list to pick from.

    Attributes:
        choices: as they travel and are shown.
        values: what each stands for, by what travels.
    """

    choices: tuple[Choice, ...]
    values: Mapping[str, Any]

    def wire_of(self, value: Any) -> str | None:
        """What travels for a value, or None where it is not in the list."""
        same = (wire for wire, listed in self.values.items() if type(listed) is type(value) and listed == value)
        return next(same, value if isinstance(value, str) and value in self.values else None)


def find_options(annotation: Any, path: str) -> Options | None:
    """The list that a type is by itself, or None.

    Raises:
        Misuse: `choices_invalid`.
    """
    if get_origin(annotation) is Literal:
        values = [value for value in get_args(annotation) if value is not None]
        return _options([(_wire(value, path), value, "") for value in values], path)
    if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        return _options([(_wire(member, path), member, "") for member in annotation], path)
    return None


def options_from(choices: Choices, path: str) -> Options:
    """The list that an author made at run time.

    Raises:
        Misuse: `choices_invalid`.
    """
    if isinstance(choices, str | bytes) or not isinstance(choices, Iterable):
        raise _invalid(path, "is no list of choices")
    pairs = choices.items() if isinstance(choices, Mapping) else (_pair(entry) for entry in choices)
    return _options([(_wire(value, path), value, title) for value, title in pairs], path)


def labelled(options: Options, labels: Choices, path: str) -> Options:
    """A list that has its values from a type, with labels, in the author's order. What is not named is not offered.

    Raises:
        Misuse: `choices_invalid`, a label for what is not in the list.
    """
    given = options_from(labels, path)
    if strange := given.values.keys() - options.values.keys():
        raise _invalid(path, f"has a choice {min(strange)!r} that its type does not have")
    return _options([(choice.value, options.values[choice.value], choice.title) for choice in given.choices], path)


def _pair(entry: Any) -> tuple[Any, str]:
    if isinstance(entry, Choice):
        return entry.value, entry.title
    if isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[1], str):  # noqa: PLR2004  value and label
        return entry
    return entry, ""


def _wire(value: Any, path: str) -> str:
    if isinstance(value, enum.Enum):
        return value.value if isinstance(value.value, str) else value.name
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _invalid(path, f"has a choice of the type {type(value).__name__}")
    return str(value)


def _options(entries: Sequence[tuple[str, Any, str]], path: str) -> Options:
    if not entries:
        raise _invalid(path, "has no choices")
    if len(entries) > MOST_CHOICES:
        raise _invalid(path, f"has more than {MOST_CHOICES} choices")
    values = {wire: value for wire, value, _ in entries}
    if len(values) != len(entries):
        raise _invalid(path, "has the same choice twice")
    if "" in values:
        raise _invalid(path, "has an empty choice")
    return Options(tuple(Choice(wire, title or wire) for wire, _, title in entries), values)


def _invalid(path: str, complaint: str) -> Exception:
    advice = "Give at least one, each once: texts or numbers, (value, label) pairs, or a mapping of values to labels"
    return refusal("choices_invalid", path, complaint, advice)
