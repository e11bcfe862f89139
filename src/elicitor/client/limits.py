"""Machine time and human time: a call's timeout measures the machine and stands still while a person thinks.

A `CallLimit` is a cancel scope whose deadline is moved far away during human time and set anew afterwards, less what
was used before. Human time inside a call pauses that call. A question that a server asks on the open connection names
no call, so it pauses every call of that connection: one of them is the cause. Human time has an end too, the patience
of the host, so that nothing hangs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import anyio

__all__ = ["CallLimit", "Limits", "OutOfTime", "human_time"]

_current: ContextVar[CallLimit | None] = ContextVar("elicitor_call_limit", default=None)


class OutOfTime(TimeoutError):
    """The machine time of a call is used up."""


class CallLimit:
    """The machine time that one call has left."""

    def __init__(self, seconds: float, patience: float, pauses: int) -> None:
        self._left = seconds
        self._patience = patience
        self._pauses = pauses
        self.scope = anyio.CancelScope()
        self._set_deadline()

    def pause(self) -> None:
        """Stop the clock; pauses add up."""
        if not self._pauses:
            self._left = self.scope.deadline - anyio.current_time()
        self._pauses += 1
        self._set_deadline()

    def resume(self) -> None:
        """End one pause."""
        self._pauses -= 1
        self._set_deadline()

    def _set_deadline(self) -> None:
        human = self._patience if self._pauses else 0.0
        self.scope.deadline = anyio.current_time() + self._left + human


class Limits:
    """The limits of all calls that are under way on one connection.

    Args:
        patience: seconds of human time that a call waits at most.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._running: set[CallLimit] = set()
        self._pauses = 0
        self._errands: set[str] = set()

    @contextmanager
    def call(self, seconds: float | None) -> Iterator[None]:
        """Run a call within a limit of seconds, or without one.

        Raises:
            OutOfTime: its machine time is used up. Human time was not counted.
        """
        if seconds is None:
            yield
            return
        limit = CallLimit(seconds, self._patience, self._pauses)
        token = _current.set(limit)
        self._running.add(limit)
        try:
            with limit.scope:
                yield
        finally:
            self._running.discard(limit)
            _current.reset(token)
            if not self._running:
                self._forget_errands()
        if limit.scope.cancelled_caught:
            raise OutOfTime

    @contextmanager
    def human_time_for_all(self) -> Iterator[None]:
        """Stop the clocks of every call of this connection, of those too that start meanwhile."""
        self._pause_all()
        try:
            yield
        finally:
            self._resume_all()

    def errand_begins(self, name: str) -> None:
        """Somebody is in the browser for a call that is under way; its clock stands until the errand ends."""
        if self._running and name not in self._errands:
            self._errands.add(name)
            self._pause_all()

    def errand_ends(self, name: str) -> None:
        """They are back. A name that is not known changes nothing."""
        if name in self._errands:
            self._errands.remove(name)
            self._resume_all()

    def _forget_errands(self) -> None:
        """No call is left that could have been the cause of them."""
        for name in tuple(self._errands):
            self.errand_ends(name)

    def _pause_all(self) -> None:
        self._pauses += 1
        for limit in self._running:
            limit.pause()

    def _resume_all(self) -> None:
        self._pauses -= 1
        for limit in self._running:  # those that started meanwhile were born with the pause
            limit.resume()


@contextmanager
def human_time() -> Iterator[None]:
    """Stop the clock of the call that this code serves, if there is one."""
    limit = _current.get()
    if limit is None:
        yield
        return
    limit.pause()
    try:
        yield
    finally:
        limit.resume()
