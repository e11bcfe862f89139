"""A question to the person behind a call: the form, and what to do where it cannot be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

from elicitor.errors import Misuse
from elicitor.protocol.forms import FormDefinition

__all__ = ["Assume", "OnPage", "Otherwise", "Question"]

T = TypeVar("T")
_LONGEST_WAIT = timedelta(days=1)
_LONGEST_NAME = 200
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


@dataclass(frozen=True, slots=True)
class Assume:
    """Where the client shows no forms, go on as if the person had answered this.

    Only for what may be assumed: a confirmation may not.

    Attributes:
        value: of the author's type.
    """

    value: Any


@dataclass(frozen=True, slots=True)
class OnPage:
    """Where the client shows no forms but opens links, ask on a page of this server (URL mode)."""


Otherwise = Assume | OnPage | None
"""What to do for a client without form mode; None refuses the call in a sentence."""


@dataclass(frozen=True, kw_only=True)
class Question(Generic[T]):
    """One question.

    Attributes:
        form: what is asked, and how the answer is read.
        otherwise: see `Otherwise`.
        timeout: era A: how long to wait for the answer; the server's `answer_time` by default.
        remember: keep the answer for this person under this name, and do not ask again.
        key: names the request in a result of era B, where a client is to know it by name; by its place otherwise.

    Raises:
        Misuse: `question_malformed`.
    """

    form: FormDefinition[T]
    otherwise: Otherwise = None
    timeout: timedelta | None = None
    remember: str | None = None
    key: str | None = None

    def __post_init__(self) -> None:
        if self.timeout is not None and not timedelta(0) < self.timeout <= _LONGEST_WAIT:
            raise Misuse("question_malformed", f"A question's timeout is a time up to {_LONGEST_WAIT}.")
        if self.remember is not None and not 0 < len(self.remember) <= _LONGEST_NAME:
            raise Misuse("question_malformed", f"remember= takes a name of up to {_LONGEST_NAME} characters.")
        if self.key is not None and not _KEY.match(self.key):
            raise Misuse("question_malformed", "key= takes letters, digits, _ and -, up to 64 of them.")
        if not isinstance(self.otherwise, Otherwise):
            raise Misuse("question_malformed", "otherwise= takes Assume(value), OnPage() or None.")

    @property
    def message(self) -> str:
        """What the person is told."""
        return self.form.message

    @property
    def fingerprint(self) -> str:
        """Tells this question from another."""
        return self.form.fingerprint
