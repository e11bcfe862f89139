"""From an answer that was checked to the author's type, and from pydantic's complaints to problems by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from elicitor.protocol.forms.invalid import AnswerInvalid
from elicitor.protocol.forms.planning import Planned
from elicitor.protocol.forms.problems import Problem
from elicitor.protocol.forms.sentences import problem_with

__all__ = ["make_value"]

_OWN_WORDS = ("Value error, ", "Assertion failed, ")
_NOT_ACCEPTED = "This is not accepted."


def make_value(
    planned: Mapping[str, Planned], make: Callable[[Mapping[str, object]], Any], answer: Mapping[str, object]
) -> Any:
    """Make the author's type.

    Args:
        planned: by the names on the wire.
        make: makes it from values by the same names.
        answer: checked against the form; None for a field that was emptied.

    Raises:
        AnswerInvalid: a rule of the author's type, which the form could not say, does not hold.
    """
    values = {name: None if wire is None else planned[name].value_of(wire) for name, wire in answer.items()}
    left_out = {name: None for name, item in planned.items() if item.nullable and not item.has_default}
    try:
        return make({**left_out, **values})
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        raise AnswerInvalid(_problems(planned, details)) from error


def _problems(planned: Mapping[str, Planned], details: list[ErrorDetails]) -> tuple[Problem, ...]:
    found: dict[str, Problem] = {}
    for detail in details:
        name = next((part for part in detail["loc"] if part in planned), "")
        if not detail["loc"] and len(planned) == 1:
            name = next(iter(planned))
        found.setdefault(str(name), _problem(planned.get(str(name)), detail))
    return tuple(found.values())


def _problem(planned: Planned | None, detail: ErrorDetails) -> Problem:
    field = planned.field if planned is not None else None
    name = field.name if field is not None else ""
    for beginning in _OWN_WORDS:
        if detail["msg"].startswith(beginning):
            return Problem(name, "not_accepted", detail["msg"].removeprefix(beginning).partition("\n")[0])
    if field is None:
        return Problem("", "not_accepted", _NOT_ACCEPTED)
    if detail["type"] == "string_pattern_mismatch":
        return problem_with(field, "bad_pattern")
    if field.format and (detail["type"].endswith("_parsing") or detail["type"] == "value_error"):
        return problem_with(field, "bad_format")
    return Problem(name, "not_accepted", f"{detail['msg']}.")
