"""The desk: one person, one question at a time, and no server that can shout the others down.

All connections of a host share one desk. Questions stand in line in the order in which they came. One server may have
a few in line; more is a flood: the one that is shown stays, all behind it are cancelled, and the server has to pause,
each time twice as long (F22). A server that a person blocked is not shown again while the host lives.

Waiting for somebody in the browser takes the desk too, since it reads the same keyboard, but it makes way for every
question and comes back afterwards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import anyio.lowlevel

from elicitor.client.asker import Asker
from elicitor.client.person import Person, WaitAnswer, Waiting
from elicitor.client.policy import Pace, Refuse
from elicitor.client.racing import first_of

__all__ = ["Desk", "TurnedAway"]

_MINUTE = 60.0


class TurnedAway(Exception):
    """The desk does not take this question.

    Attributes:
        refusal: why.
    """

    def __init__(self, refusal: Refuse) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


@dataclass(slots=True)
class _Line:
    """What the desk knows of one server."""

    in_line: set[anyio.CancelScope] = field(default_factory=set)
    shown_at: deque[float] = field(default_factory=deque)
    paused_until: float = 0.0
    pauses: int = 0
    blocked: bool = False


class Desk:
    """Where questions wait for the person.

    Args:
        person: who is asked.
        pace: how often one server may ask.
    """

    def __init__(self, person: Person, pace: Pace) -> None:
        self.person = person
        self._pace = pace
        self._lock = anyio.Lock()
        self._lines: dict[Asker, _Line] = {}
        self._questions = 0
        self._question_came = anyio.Event()

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[Person]:
        """Stand in line; inside the block the person is yours.

        Raises:
            TurnedAway: the server is blocked, has to pause, or asked too much.
        """
        line = self._lines.setdefault(asker, _Line())
        self._let_in(line, asker)
        self._questions += 1
        self._question_came.set()
        try:
            await self._stand_in_line(line, asker)
            try:
                line.shown_at.append(anyio.current_time())
                yield self.person
            finally:
                self._lock.release()
        finally:
            self._questions -= 1

    def block(self, asker: Asker) -> None:
        """Take no more questions from a server."""
        line = self._lines.setdefault(asker, _Line())
        line.blocked = True
        _send_away(line)

    def is_blocked(self, asker: Asker) -> bool:
        """Whether the person blocked the server."""
        return asker in self._lines and self._lines[asker].blocked

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """Let the person say that they are done; questions go first."""
        while True:
            async with self._lock:
                if not self._questions:
                    self._question_came = anyio.Event()
                    answer = await first_of(lambda: self._ask_to_wait(waiting), self._make_way)
                    if answer is not None:
                        return answer
            await anyio.lowlevel.checkpoint()

    async def _ask_to_wait(self, waiting: Waiting) -> WaitAnswer | None:
        return await self.person.wait(waiting)

    async def _make_way(self) -> WaitAnswer | None:
        await self._question_came.wait()
        return None

    async def _stand_in_line(self, line: _Line, asker: Asker) -> None:
        with anyio.CancelScope() as place:
            line.in_line.add(place)
            try:
                await self._lock.acquire()
            finally:
                line.in_line.discard(place)
            return
        raise TurnedAway(_flood(asker) if not line.blocked else _blocked(asker))

    def _let_in(self, line: _Line, asker: Asker) -> None:
        now = anyio.current_time()
        if line.blocked:
            raise TurnedAway(_blocked(asker))
        if now < line.paused_until:
            raise TurnedAway(Refuse("server_paused", f"{asker.name} asked too much and has to pause."))
        while line.shown_at and now - line.shown_at[0] > _MINUTE:
            line.shown_at.popleft()
        if len(line.in_line) >= self._pace.waiting or len(line.shown_at) >= self._pace.per_minute:
            self._pause(line, now)
            raise TurnedAway(_flood(asker))

    def _pause(self, line: _Line, now: float) -> None:
        if now > line.paused_until + self._pace.longest_pause:
            line.pauses = 0  # a server that was quiet for long starts anew
        seconds = min(self._pace.pause * 2**line.pauses, self._pace.longest_pause)
        line.pauses += 1
        line.paused_until = now + seconds
        _send_away(line)


def _send_away(line: _Line) -> None:
    for place in tuple(line.in_line):
        place.cancel()


def _flood(asker: Asker) -> Refuse:
    return Refuse("too_many_questions", f"{asker.name} asked too many questions at once; they were not shown.")


def _blocked(asker: Asker) -> Refuse:
    return Refuse("server_blocked", f"{asker.name} was blocked and cannot ask any more.")
