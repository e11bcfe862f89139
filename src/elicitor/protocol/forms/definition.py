"""A form that an author defined: what each revision is sent, and the author's type out of what comes back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from elicitor.protocol.answers import Accepted, Cancelled, Declined, read_answer
from elicitor.protocol.eras import knows_links
from elicitor.protocol.forms.fields import Field
from elicitor.protocol.forms.form import Form
from elicitor.protocol.forms.invalid import AnswerInvalid
from elicitor.protocol.forms.making import make_value
from elicitor.protocol.forms.planning import Planned
from elicitor.protocol.forms.problems import Problem
from elicitor.protocol.forms.switches import as_switches, fold_switches
from elicitor.protocol.forms.wording import NotASecret
from elicitor.protocol.forms.writing import pass_on, write_schema

__all__ = ["Filled", "FormDefinition"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Filled(Generic[T]):
    """The person filled the form in.

    Attributes:
        value: of the author's type, checked.
    """

    value: T


@dataclass(frozen=True)
class FormDefinition(Generic[T]):
    """Made by `define_form`; use it for as many questions as you like.

    Attributes:
        name: of what it was made from, for errors and logs.
        message: what the person is told.
        form: the fields, and the schema of the newest revision.
        not_secret: the author's words that were overruled with; see `NotASecret`.
    """

    name: str
    message: str
    form: Form
    not_secret: tuple[NotASecret, ...]
    _planned: Mapping[str, Planned] = field(repr=False)
    _make: Callable[[Mapping[str, object]], Any] = field(repr=False)
    _is_plain_yes: bool = field(default=False, repr=False)
    _is_given: bool = field(default=False, repr=False)

    @property
    def fields(self) -> tuple[Field, ...]:
        """In their order."""
        return self.form.fields

    @cached_property
    def fingerprint(self) -> str:
        """Tells this form from another: the message and the schema, 32 hexadecimal digits."""
        content = json.dumps([self.message, self.form.raw], ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def schema_for(self, revision: str) -> dict[str, object]:
        """The `requestedSchema` for a peer of this revision; the same for the same revision, key by key.

        Raises:
            Refused: `list_not_known`, the peer knows no lists of which several may be picked, and the list is too
                long for switches.
            PeerBroke: `unknown_revision`.
        """
        if self._is_given and knows_links(revision):
            return pass_on(self.form.raw, revision)
        fields = self.fields if knows_links(revision) else as_switches(self.fields)
        return write_schema(fields, revision)

    def params_for(self, revision: str) -> dict[str, object]:
        """The parameters of `elicitation/create`, or of the request inside a result that asks for input.

        The mode is left out for peers that know no links (FORM-1).

        Raises:
            Refused, PeerBroke: as `schema_for`.
        """
        mode = {"mode": "form"} if knows_links(revision) else {}
        return {**mode, "message": self.message, "requestedSchema": self.schema_for(revision)}

    def read(self, unverified_content: object) -> T:
        """Make the author's type out of the content of an accepted answer (FORM-10).

        No content counts as empty content: it fits where nothing is required, and a plain yes is a yes (R005). Null
        empties a field that may be left out; its default is not put back (R027). Nothing else is converted.

        Args:
            unverified_content: as it came. Switches of older revisions are folded first.

        Raises:
            AnswerInvalid: it does not fit; `problems` says what to tell the person.
        """
        content = {} if unverified_content is None else unverified_content
        if not isinstance(content, Mapping):
            raise AnswerInvalid((Problem("", "wrong_type", "An answer has values by the names of the fields."),))
        answer = fold_switches(self.fields, content)
        if self._is_plain_yes and not answer:
            answer = {self.fields[0].name: True}
        emptied = {name for name, value in answer.items() if value is None and self._may_be_empty(name)}
        if problems := self.form.check({name: value for name, value in answer.items() if name not in emptied}):
            raise AnswerInvalid(problems)
        made: T = make_value(self._planned, self._make, answer)
        return made

    def read_answer(self, unverified_action: object, unverified_content: object) -> Filled[T] | Declined | Cancelled:
        """Read a whole answer. A no or a dismissal carries nothing, whatever came with it (FORM-13, R021).

        Raises:
            PeerBroke: `unknown_action`.
            AnswerInvalid: as `read`.
        """
        answer = read_answer(unverified_action)
        return Filled(self.read(unverified_content)) if isinstance(answer, Accepted) else answer

    def _may_be_empty(self, name: str) -> bool:
        return name in self._planned and self._planned[name].nullable
