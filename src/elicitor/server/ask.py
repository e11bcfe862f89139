"""`Ask`: marks a parameter that the person is asked for."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NoReturn, Union

from elicitor.errors import Misuse
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.forms import Filled, NotASecret, define_form
from elicitor.protocol.forms.outcome import Answer
from elicitor.server.not_answered import not_answered
from elicitor.server.question import Otherwise, Question

__all__ = ["Ask", "Asked", "value_of"]


class Ask:
    """Marks a parameter that takes an answer of the person.

    Write `when: Annotated[Booking, Ask("Which day?")]`: the parameter disappears from what the client sees, and holds
    a checked `Booking` when the function runs; where the person says no, the function does not run and the model reads
    why. Write `Annotated[Answer[Booking], Ask(...)]` to run it in any case and take the outcome apart.

    Args:
        message: what the person is told; no link may stand in it.
        choices: as `define_form`.
        otherwise: what to do for a client without form mode: `Assume(value)`, `OnPage()`, or refuse (None).
        timeout: era A: how long to wait for the answer.
        remember: keep the answer for this person under this name, and do not ask again.
        key: as `Question`.
        not_secret: as `define_form`.

    Raises:
        Misuse: when the function is registered; see `define_form` and `Question`.
    """

    __slots__ = ("choices", "key", "message", "not_secret", "otherwise", "remember", "timeout")

    def __init__(
        self,
        message: str,
        *,
        choices: Any = None,
        otherwise: Otherwise = None,
        timeout: timedelta | None = None,
        remember: str | None = None,
        key: str | None = None,
        not_secret: Iterable[NotASecret] = (),
    ) -> None:
        self.message = message
        self.choices = choices
        self.otherwise = otherwise
        self.timeout = timeout
        self.remember = remember
        self.key = key
        self.not_secret = tuple(not_secret)

    def __repr__(self) -> str:
        return f"Ask({self.message!r})"

    def about(self, wanted: Any) -> Asked:
        """The question for a parameter of this type.

        Raises:
            Misuse: as the class.
        """
        inner = _inside_answer(wanted)
        form = define_form(
            wanted if inner is None else inner,
            message=self.message,
            choices=self.choices,
            not_secret=self.not_secret,
        )
        question = Question(
            form=form, otherwise=self.otherwise, timeout=self.timeout, remember=self.remember, key=self.key
        )
        return Asked(question, wants_outcome=inner is not None)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> NoReturn:
        """Refuse to become an ordinary argument: the function was registered before `attach`."""
        raise Misuse(
            "registered_before_attach",
            f"A function that takes {self!r} was registered on a server that elicitor is not attached to. "
            "Call elicitor.attach(mcp) before the function is registered.",
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A marked parameter.

    Attributes:
        question: what is asked.
        wants_outcome: whether the function takes the whole outcome rather than the value.
    """

    question: Question[Any]
    wants_outcome: bool

    def argument(self, answer: Answer[Any]) -> Any:
        """What the function gets.

        Raises:
            NotAnswered: it takes a value and there is none.
        """
        return answer if self.wants_outcome else value_of(answer, self.question.message)


def value_of(answer: Answer[Any], message: str) -> Any:
    """The value of an answer.

    Raises:
        NotAnswered: the person said no.
    """
    if isinstance(answer, Filled):
        return answer.value
    raise not_answered(answer, message)


def _inside_answer(wanted: Any) -> Any:
    """`Booking` of `Answer[Booking]`; None for any other type."""
    if typing.get_origin(wanted) not in {Union, types.UnionType}:
        return None
    arms = typing.get_args(wanted)
    filled = [arm for arm in arms if typing.get_origin(arm) is Filled]
    if len(filled) != 1 or {Declined, Cancelled} != set(arms) - set(filled):
        return None
    return typing.get_args(filled[0])[0]
