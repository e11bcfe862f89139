"""Holding an answer against its fields, with jsonschema, and saying by field what does not fit (FORM-9, FORM-10).

The schema that is run is written here, from the fields: it has the keywords of the dialect and nothing that a peer
wrote as code. No reference is followed, since the registry is empty and no `$ref` is ever written; no pattern is run;
formats are ours. What is no value of the dialect at all is sorted out before it runs (`soundness.py`). Beyond JSON
Schema, no answer may have a value without a field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry

from elicitor.protocol.forms.fields import Field, Kind
from elicitor.protocol.forms.formats import CHECKS
from elicitor.protocol.forms.problems import Problem
from elicitor.protocol.forms.sentences import problem_with
from elicitor.protocol.forms.soundness import find_unsound

__all__ = ["Checker"]

_MOST_STRANGE = 100
_TYPES = {Kind.TEXT: "string", Kind.INTEGER: "integer", Kind.NUMBER: "number", Kind.BOOLEAN: "boolean"}
_BOUNDS = {
    "minimum": "minimum",
    "maximum": "maximum",
    "min_length": "minLength",
    "max_length": "maxLength",
    "min_items": "minItems",
    "max_items": "maxItems",
    "format": "format",
}
_CODES = {
    "type": "wrong_type",
    "enum": "not_a_choice",
    "uniqueItems": "repeated",
    "minimum": "too_small",
    "maximum": "too_large",
    "minLength": "too_short",
    "maxLength": "too_long",
    "minItems": "too_few",
    "maxItems": "too_many",
    "format": "bad_format",
}


def _formats() -> FormatChecker:
    checker = FormatChecker(formats=())
    for name, check in CHECKS.items():
        checker.checks(name)(_of_texts(check))
    return checker


def _of_texts(check: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or check(value)


def _is_listed(_validator: object, values: Any, value: Any, _schema: object) -> Iterator[ValidationError]:
    """`enum`, for texts: one look-up instead of a walk through the list."""
    if value not in values:
        yield ValidationError("not listed")


def _is_unique(_validator: object, _wanted: object, value: Any, _schema: object) -> Iterator[ValidationError]:
    """`uniqueItems`, for texts."""
    if isinstance(value, list) and len(set(value)) != len(value):
        yield ValidationError("repeated")


_Validator: Any = cast("Any", extend)(Draft202012Validator, {"enum": _is_listed, "uniqueItems": _is_unique})


class Checker:
    """Checks answers to one list of fields. Made once, used for every answer.

    Args:
        fields: in the order of the form.
    """

    def __init__(self, fields: Sequence[Field]) -> None:
        self._fields = {field.name: field for field in fields}
        schema = {"properties": {field.name: _schema(field) for field in fields}}
        self._validator = _Validator(schema, registry=Registry(), format_checker=_FORMATS)

    def check(self, values: Mapping[str, object]) -> tuple[Problem, ...]:
        """What does not fit: at most one problem for each field, in the order of the form; strange values last."""
        found: dict[str, Problem] = {}
        sound: dict[str, object] = {}
        for name, field in self._fields.items():
            if name not in values:
                if field.required:
                    found[name] = problem_with(field, "missing")
            elif problem := find_unsound(field, values[name]):
                found[name] = problem
            else:
                sound[name] = values[name]
        for error in self._validator.iter_errors(sound):
            name = str(error.absolute_path[0])
            found.setdefault(name, problem_with(self._fields[name], _CODES[str(error.validator)]))
        ordered = found.values() if len(found) <= 1 else [found[name] for name in self._fields if name in found]
        return (*ordered, *self._strange(values))

    def _strange(self, values: Mapping[str, object]) -> list[Problem]:
        if values.keys() <= self._fields.keys():
            return []
        names = [str(name) for name in values if name not in self._fields]
        return [Problem(name, "unknown_field", "The form has no such field.") for name in names[:_MOST_STRANGE]]


def _schema(field: Field) -> dict[str, object]:
    if field.kind is not Kind.CHOICE:
        return {"type": _TYPES[field.kind], **_bounds(field)}
    listed: dict[str, object] = {"type": "string", "enum": frozenset(choice.value for choice in field.choices)}
    if not field.multiple:
        return listed
    return {"type": "array", "items": listed, "uniqueItems": True, **_bounds(field)}


def _bounds(field: Field) -> dict[str, object]:
    bounds = {keyword: getattr(field, attribute) for attribute, keyword in _BOUNDS.items()}
    return {keyword: bound for keyword, bound in bounds.items() if bound not in (None, "")}


_FORMATS = _formats()
