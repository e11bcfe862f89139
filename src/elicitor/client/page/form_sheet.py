"""A form on the page: labels, descriptions and suggestions beside the fields, errors at the field, then a review."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from elicitor.client.entries import Value, describe, entry_of, problem_with, read_entry, suggestion
from elicitor.client.page.sheet import Fields
from elicitor.client.person import Blocked, FormAnswer, FormQuestion
from elicitor.client.plain import visible_line
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.forms import Field, Problem
from elicitor.protocol.forms.secrets import looks_like_secret

__all__ = ["FormSheet"]

_INPUTS = {"email": "email", "uri": "url", "date": "date"}


@dataclass(frozen=True, slots=True)
class _Row:
    """One field as the template shows it."""

    name: str
    title: str
    description: str
    hint: str
    kind: str
    input: str
    entries: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    required: bool
    suggested: bool
    problem: str


class FormSheet:
    """See `Sheet`. Filling in and reviewing are two views of it."""

    def __init__(self, question: FormQuestion) -> None:
        self._question = question
        self._values: dict[str, Value] = {}
        self._typed: dict[str, tuple[str, ...]] = {}
        self._problems: dict[str, str] = {}
        self._secrets: list[str] = []
        self._reviewing = False

    @property
    def template(self) -> str:
        """See `Sheet`."""
        return "review" if self._reviewing else "form"

    @property
    def facts(self) -> Mapping[str, object]:
        """See `Sheet`."""
        fields = self._question.form.fields
        return {
            "asker": self._question.asker,
            "lines": self._question.message.lines(),
            "cautions": self._question.cautions,
            "rows": [self._row(place, field) for place, field in enumerate(fields)],
            "answers": [(visible_line(field.title), self._answer(field)) for field in fields],
            "secrets": self._secrets,
            "wrong": bool(self._problems),
        }

    def act(self, action: str, fields: Fields) -> FormAnswer | None:
        """See `Sheet`."""
        match action:
            case "no":
                return Declined()
            case "cancel":
                return Cancelled()
            case "block":
                return Blocked()
            case "review":
                self._take(fields)
            case "change":
                self._reviewing = False
            case "send" if self._reviewing:
                return Accepted(dict(self._values))
        return None

    def closing(self, answer: object | None) -> Mapping[str, object]:
        """See `Sheet`."""
        name = self._question.asker.name
        sentence = "You can close this tab."
        match answer:
            case Accepted():
                return {"title": f"Your answers went to {name}", "sentence": sentence, "link": None}
            case None:
                return {"title": f"{name} took its question back", "sentence": sentence, "link": None}
            case _:
                return {"title": "Nothing was sent", "sentence": sentence, "link": None}

    def _take(self, fields: Fields) -> None:
        self._values, self._problems, self._secrets = {}, {}, []
        for place, field in enumerate(self._question.form.fields):
            entries = tuple(fields.get(f"field-{place}", ()))
            self._typed[field.name] = entries
            self._take_one(field, entries)
        self._reviewing = not self._problems

    def _take_one(self, field: Field, entries: tuple[str, ...]) -> None:
        if not any(entries):
            if field.required:
                self._problems[field.name] = "This is needed."
            return
        value: Value | Problem
        if field.multiple:
            chosen = [entry for entry in entries if entry]
            value = problem_with(field, chosen) or chosen
        else:
            value = read_entry(field, entries[0])
        if isinstance(value, Problem):
            self._problems[field.name] = value.sentence
            return
        if isinstance(value, str) and looks_like_secret(value):
            self._secrets.append(f"Your answer to “{visible_line(field.title)}” looks like a secret.")
        self._values[field.name] = value

    def _row(self, place: int, field: Field) -> _Row:
        suggested = suggestion(field)
        typed = self._typed.get(field.name)
        shown = typed if typed is not None else _entries(suggested)
        return _Row(
            name=f"field-{place}",
            title=visible_line(field.title),
            description=visible_line(field.description),
            hint=describe(field),
            kind="choices" if field.multiple else field.kind.value,
            input=_INPUTS.get(field.format, "text"),
            entries=shown,
            choices=tuple((choice.value, visible_line(choice.title)) for choice in field.choices),
            required=field.required,
            suggested=typed is None and suggested is not None,
            problem=self._problems.get(field.name, ""),
        )

    def _answer(self, field: Field) -> str:
        return entry_of(field, self._values[field.name]) if field.name in self._values else "(left out)"


def _entries(value: Value | None) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    return (f"{value}",)
