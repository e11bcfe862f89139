"""Waiting for somebody in the browser, or for a server that says "not yet", with the person watching (era B).

A vigil accompanies the retries of a call. The person can end it, and then the call stops; or say that they are done,
and then the next retry goes out at once. It ends with the host's patience. Where links are open their time is human
time; where only the server ponders it is the machine's, and the person is told of it when it takes long.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext

import anyio
from anyio.abc import TaskGroup

from elicitor.client.limits import human_time
from elicitor.client.outcomes import stopped
from elicitor.client.person import Done, Waiting
from elicitor.client.questions import Questions
from elicitor.client.racing import unwrapped
from elicitor.client.visiting import Visit

__all__ = ["Vigil"]

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 5.0
_QUIET_PAUSES = 3
"""A server that needs a moment is not announced; after this many pauses the person is told that we wait."""


class Vigil:
    """One stretch of waiting within one call.

    Args:
        questions: of the server that is waited for.
        visits: the links that are open; none where only the server ponders.
    """

    def __init__(self, questions: Questions, visits: tuple[Visit, ...]) -> None:
        self._questions = questions
        self._visits = visits
        self._deadline = anyio.current_time() + questions.policy.patience
        self._pauses = 0
        self._said_done = anyio.Event()
        self._refuted = anyio.Event()
        self._asked_because_done = False
        self._group: TaskGroup | None = None
        self._listening = False
        self._end = ""

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """The block that the retries run in.

        Raises:
            CallStopped: `person_cancelled` or `nobody_came`.
        """
        with unwrapped():
            async with anyio.create_task_group() as self._group:
                if self._visits:
                    self._listen()
                yield
                self._group.cancel_scope.cancel()
        if self._end:
            raise stopped(self._end, self._questions.asker)

    async def pause(self) -> None:
        """The server says "not yet": give it time, unless the person says that it need not be waited for.

        Raises:
            CallStopped: `nobody_came`, the patience is over.
        """
        if self._asked_because_done:
            self._refuted.set()
            self._asked_because_done = False
        if self._seconds_left <= 0:
            raise stopped("nobody_came", self._questions.asker)
        seconds = min(_FIRST_PAUSE * 2**self._pauses, _LONGEST_PAUSE)
        self._pauses += 1
        if self._pauses > _QUIET_PAUSES:
            self._listen()
        with anyio.move_on_after(seconds):
            await self._said_done.wait()
        if self._said_done.is_set():
            self._said_done, self._asked_because_done = anyio.Event(), True

    def _listen(self) -> None:
        if self._listening or not self._questions.modes or self._group is None:
            return
        self._listening = True
        self._group.start_soon(self._hear_the_person)

    async def _hear_the_person(self) -> None:
        again = False
        while await self._said_so(again=again):
            again, self._refuted = True, anyio.Event()
            self._said_done.set()
            await self._refuted.wait()

    async def _said_so(self, *, again: bool) -> bool:
        """Whether the person said that they are done; if not, the vigil is over."""
        waiting = Waiting(
            self._questions.asker,
            tuple(visit.open_link for visit in self._visits),
            seconds_left=round(self._seconds_left),
            again=again,
        )
        end = "nobody_came"
        with self._clock(), anyio.move_on_after(self._seconds_left):
            word = await self._questions.desk.wait(waiting)
            end = "" if isinstance(word, Done) else "person_cancelled"
        if end and self._group is not None:
            self._end = end
            self._group.cancel_scope.cancel()
        return not end

    def _clock(self) -> AbstractContextManager[None]:
        return human_time() if self._visits else nullcontext()

    @property
    def _seconds_left(self) -> float:
        return max(0.0, self._deadline - anyio.current_time())
