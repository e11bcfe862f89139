"""A form on the page: labels, descriptions and suggestions beside the fields, errors at the field, then a review."""

from __future__ import annotations

from collections.abc import Mapping

from elicitor.client.page.sheet import Fields
from elicitor.client.person import Blocked, FormAnswer, FormQuestion
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.forms import Field
from elicitor.protocol.forms.entries import entry_of
from elicitor.protocol.forms.sheet import FilledSheet, read_sheet, rows_of
from elicitor.protocol.plain import visible_line

__all__ = ["FormSheet"]


class FormSheet:
    """See `Sheet`. Filling in and reviewing are two views of it."""

    def __init__(self, question: FormQuestion) -> None:
        self._question = question
        self._filled: FilledSheet | None = None
        self._reviewing = False

    @property
    def template(self) -> str:
        """See `Sheet`."""
        return "review" if self._reviewing else "form"

    @property
    def facts(self) -> Mapping[str, object]:
        """See `Sheet`."""
        form, filled = self._question.form, self._filled or FilledSheet()
        return {
            "asker": self._question.asker,
            "lines": self._question.message.lines(),
            "cautions": self._question.cautions,
            "rows": rows_of(form, self._filled),
            "answers": [(visible_line(field.title), _answer(field, filled)) for field in form.fields],
            "secrets": [_warning(field) for field in form.fields if field.name in filled.secrets],
            "wrong": bool(filled.problems),
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
                self._filled = read_sheet(self._question.form, fields)
                self._reviewing = not self._filled.problems
            case "change":
                self._reviewing = False
            case "send" if self._reviewing and self._filled is not None:
                return Accepted(dict(self._filled.values))
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


def _answer(field: Field, filled: FilledSheet) -> str:
    return entry_of(field, filled.values[field.name]) if field.name in filled.values else "(left out)"


def _warning(field: Field) -> str:
    return f"Your answer to “{visible_line(field.title)}” looks like a secret."
