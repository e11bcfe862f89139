"""What a person typed, as the value of a field; and a field in words of ours.

Nothing is guessed: what does not read as the field's kind is a problem that says what to type. A default is the
server's suggestion and is taken only where the person sees it and lets it stand; a yes is never suggested (F19).
"""

from __future__ import annotations

from elicitor.protocol.forms import Choice, Field, Kind, Problem
from elicitor.protocol.forms.checking import Checker
from elicitor.protocol.plain import visible_line

__all__ = ["Value", "describe", "entry_of", "problem_with", "read_entry", "suggestion"]

Value = str | int | float | bool | list[str]

_YES, _NO = frozenset({"y", "yes", "true", "on", "1"}), frozenset({"n", "no", "false", "off", "0"})
_KINDS = {
    Kind.TEXT: "Text",
    Kind.INTEGER: "A whole number",
    Kind.NUMBER: "A number",
    Kind.BOOLEAN: "Yes or no",
    Kind.CHOICE: "One of the list",
}
_FORMATS = {
    "email": "an e-mail address",
    "uri": "an address such as https://example.org",
    "date": "a date such as 2026-12-01",
    "date-time": "a date and time such as 2026-12-01T10:00:00Z",
}


def read_entry(field: Field, typed: str) -> Value | Problem:
    """Read what was typed for a field; choices are typed as their numbers or their words.

    Returns:
        The value, which fits the field, or the problem with it.
    """
    value = _read(field, typed.strip() if field.kind is not Kind.TEXT else typed)
    return value if isinstance(value, Problem) else problem_with(field, value) or value


def problem_with(field: Field, value: Value) -> Problem | None:
    """What is wrong with a value for a field, or None."""
    return next(iter(Checker((field,)).check({field.name: value})), None)


def suggestion(field: Field) -> Value | None:
    """What the server suggests and a person may let stand: its default, but never a yes."""
    default = field.default
    return None if default is True or default is None else default


def entry_of(field: Field, value: Value) -> str:
    """A value as a person reads it, on one safe line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_title(field, one) for one in value) or "(none)"
    return _title(field, value) if isinstance(value, str) else f"{value}"


def describe(field: Field) -> str:
    """What a field takes, in words of ours."""
    words = [_FORMATS.get(field.format, "")] if field.format else []
    words += _range("", field.minimum, field.maximum)
    words += _range(" characters", field.min_length, field.max_length)
    words += _range(" of them", field.min_items, field.max_items)
    told = ", ".join(word for word in words if word)
    kind = "Any of the list" if field.multiple else _KINDS[field.kind]
    return f"{kind}{': ' if told else ''}{told}. {'Needed.' if field.required else 'May be left out.'}"


def _read(field: Field, typed: str) -> Value | Problem:
    match field.kind:
        case Kind.TEXT:
            return typed
        case Kind.BOOLEAN:
            return _boolean(field, typed.lower())
        case Kind.INTEGER | Kind.NUMBER:
            return _number(field, typed)
        case Kind.CHOICE:
            return _choices(field, typed) if field.multiple else _choice(field, typed)


def _boolean(field: Field, typed: str) -> Value | Problem:
    if typed in _YES | _NO:
        return typed in _YES
    return Problem(field.name, "type", "Type yes or no.")


def _number(field: Field, typed: str) -> Value | Problem:
    try:
        return int(typed) if field.kind is Kind.INTEGER else float(typed)
    except ValueError:
        return Problem(field.name, "type", "Type a number in digits.")


def _choice(field: Field, typed: str) -> Value | Problem:
    if typed.isdecimal() and 0 < int(typed) <= len(field.choices):
        return field.choices[int(typed) - 1].value
    for choice in field.choices:
        if typed in {choice.value, choice.title}:
            return choice.value
    return Problem(field.name, "not_a_choice", f"Type a number from 1 to {len(field.choices)}.")


def _choices(field: Field, typed: str) -> Value | Problem:
    values: list[str] = []
    for part in filter(None, (part.strip() for part in typed.split(","))):
        value = _choice(field, part)
        if not isinstance(value, str):
            return Problem(field.name, "not_a_choice", f"Type numbers from 1 to {len(field.choices)}, with commas.")
        values.append(value)
    return values


def _title(field: Field, value: str) -> str:
    titles = {choice.value: choice for choice in field.choices}
    return visible_line(titles.get(value, Choice(value, value)).title)


def _range(unit: str, least: float | None, most: float | None) -> list[str]:
    if least is not None and most is not None:
        return [f"{least:g} to {most:g}{unit}"]
    if least is not None:
        return [f"at least {least:g}{unit}"]
    return [f"at most {most:g}{unit}"] if most is not None else []
