"""`ask`: questions in the body of a tool, prompt or resource, the same in both eras.

In era A the body waits for the answer. In era B it is left, and runs again from the top when the answer comes; what was
answered before is there at once. So a body asks only what follows from its arguments and from earlier answers, and
puts whatever it does before its last question into `ask.once`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast, overload

from elicitor.protocol.answers import Declined
from elicitor.protocol.forms import Filled, FormDefinition, NotASecret, define_form
from elicitor.protocol.forms.outcome import Answer
from elicitor.sdk.calls import current_call
from elicitor.sdk.telling import tellable
from elicitor.server.account import Account
from elicitor.server.ask import value_of
from elicitor.server.needs import Connect
from elicitor.server.not_answered import NotAnswered
from elicitor.server.question import Otherwise, Question

__all__ = ["Asker", "Pending", "ask"]

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


class Pending(Generic[T]):
    """A question that is put when it is awaited, alone or with others in `ask.all`. Await it once."""

    def __init__(self, question: Question[Any], read: Callable[[Answer[Any]], T]) -> None:
        self.question = question
        self._read = read

    def __await__(self) -> Generator[Any, None, T]:
        return self._put().__await__()

    async def _put(self) -> T:
        (answer,) = await current_call().desk.answers([self.question])
        return self.result(answer)

    def result(self, answer: Answer[Any]) -> T:
        """What awaiting it gives.

        Raises:
            NotAnswered: there is no answer; one that the SDK passes on.
        """
        try:
            return self._read(answer)
        except NotAnswered as error:
            raise tellable(current_call().ctx, error) from None


class Asker:
    """What a body asks with. There is one, `ask`; it finds the call that is running by itself."""

    def form(
        self,
        source: type[T],
        message: str,
        *,
        choices: Any = None,
        otherwise: Otherwise = None,
        timeout: timedelta | None = None,
        remember: str | None = None,
        key: str | None = None,
        not_secret: Iterable[NotASecret] = (),
    ) -> Pending[T]:
        """Ask for a value: `booking = await ask.form(Booking, "Which day?")`.

        Args:
            source: as `define_form`: a model, dataclass or TypedDict, or one type alone.
            message: what the person is told; no link may stand in it.
            choices: as `define_form`.
            otherwise: for a client without form mode: `Assume(value)`, `OnPage()`, or refuse (None).
            timeout: era A: how long to wait; the server's `answer_time` by default.
            remember: keep the answer for this person under this name, and do not ask again.
            key: names the request for clients of the 2026-07-28 revision; by its place otherwise.
            not_secret: as `define_form`.

        Raises (when awaited):
            NotAnswered: the person declined or dismissed it, or did not answer in time. Left alone it ends the call.
            Misuse: the form cannot be asked for; `body_changed`.
            ElicitorError: `client_cannot_ask`, `no_way_to_ask`, `form_rejected`, `answer_invalid`, `too_many_rounds`.
                Left alone each ends the call with its sentence.
        """
        form = _defined(source, message, choices, tuple(not_secret))
        question = Question(form=form, otherwise=otherwise, timeout=timeout, remember=remember, key=key)
        return Pending(question, lambda answer: cast("T", value_of(answer, message)))

    def answer(self, source: type[T], message: str, **options: Any) -> Pending[Answer[T]]:
        """Ask for the whole outcome: `Filled(value)`, `Declined()` or `Cancelled()`. Options as for `form`."""
        return Pending(self.form(source, message, **options).question, lambda answer: answer)

    def choose(self, message: str, choices: Any, *, several: bool = False, **options: Any) -> Pending[Any]:
        """Ask which one, or which ones, of a list: values, (value, label) pairs, or a mapping of values to labels.

        Options as for `form`.
        """
        return self.form(cast("Any", list[str] if several else str), message, choices=choices, **options)

    def confirm(self, message: str, **options: Any) -> Pending[bool]:
        """Ask for a yes. True only when the person said yes; no and decline are False. A question that was dismissed
        raises `NotAnswered`, for that is neither. Options as for `form`.
        """
        question = self.form(cast("type[bool]", None), message, **options).question
        return Pending(question, lambda answer: _is_yes(answer, message))

    @overload
    async def all(self, first: Pending[A], second: Pending[B], /) -> tuple[A, B]: ...
    @overload
    async def all(self, first: Pending[A], second: Pending[B], third: Pending[C], /) -> tuple[A, B, C]: ...
    @overload
    async def all(self, *pending: Pending[Any]) -> tuple[Any, ...]: ...
    async def all(self, *pending: Pending[Any]) -> tuple[Any, ...]:
        """Ask what does not depend on each other together: one round in era B, one after another in era A.

        `day, size = await ask.all(ask.form(Day, "Which day?"), ask.choose("Which size?", ["s", "m"]))`

        Raises:
            As awaiting each of them; the first no, in their order, wins.
        """
        answers = await current_call().desk.answers([each.question for each in pending])
        return tuple(each.result(answer) for each, answer in zip(pending, answers, strict=True))

    def account(
        self, connection: str, *, scopes: Iterable[str] = (), wait: timedelta | None = None
    ) -> AbstractAsyncContextManager[Account]:
        """The person's account, where only the body knows that it is needed: `async with ask.account("github") as a:`.

        Arguments and outcome as for `Connect`.
        """
        return current_call().desk.lend_in_body(Connect(connection, scopes=scopes, wait=wait))

    async def once(
        self,
        name: str,
        do: Callable[[], Awaitable[T]],
        *,
        again_if_unsure: bool = False,
        lease: timedelta = timedelta(minutes=5),
    ) -> T:
        """Do something once for this call, although the body runs again, and give its result each time.

        Also when two workers get the same retry, and when an old retry is sent again. The result has to be JSON; it is
        kept sealed, and comes back as JSON gives it.

        Args:
            name: names it within the call; in a loop put the number in.
            do: does it. What it raises goes on to the body; it is not done again then.
            again_if_unsure: what happens when the process died in the middle, so that nobody knows whether it was
                done. False: it is not done again and the call ends with `effect_unsure` (at most once). True: it is
                done again (at least once).
            lease: how long it may take; after that it counts as died.

        Raises:
            Refused: `effect_unsure`, `effect_failed` (it raised in an earlier run), `effect_busy`.
            Misuse: `effect_not_json`; `asked_inside_once`.
        """
        return await current_call().desk.once(name, do, again_if_unsure=again_if_unsure, lease=lease)


def _is_yes(answer: Answer[bool], message: str) -> bool:
    if isinstance(answer, Declined):
        return False
    return (isinstance(answer, Filled) and answer.value) or bool(value_of(answer, message))


def _defined(source: Any, message: str, choices: Any, not_secret: tuple[NotASecret, ...]) -> FormDefinition[Any]:
    if choices is not None:
        return define_form(source, message=message, choices=choices, not_secret=not_secret)
    try:
        return _remembered_form(source, message, not_secret)
    except TypeError:  # the source cannot be hashed
        return define_form(source, message=message, not_secret=not_secret)


@lru_cache(maxsize=256)
def _remembered_form(source: Any, message: str, not_secret: tuple[NotASecret, ...]) -> FormDefinition[Any]:
    return define_form(source, message=message, not_secret=not_secret)


ask = Asker()
