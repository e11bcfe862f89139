"""Who waits for an errand to end, and how they hear of it.

The truth is the ticket's row. A wake-up only says *look again*: inside one process it comes at once, from
`announce`; an errand that ended in another process is seen by the slow look at the database, once a
second. Whoever waits re-reads the row and never believes the wake-up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import anyio

from elicitor.protocol.lifecycle import TERMINAL_ERRANDS
from elicitor.vault.tickets import Tickets

__all__ = ["Completion"]

_SLOW_LOOK = 1.0
"""Seconds between looks at the database while nobody in this process says anything."""


class Completion:
    """Wakes those who wait for tickets to end.

    Args:
        tickets: where the truth is.
    """

    def __init__(self, tickets: Tickets) -> None:
        self._tickets = tickets
        self._bells: dict[bytes, set[_Bell]] = {}

    def announce(self, digest: bytes) -> None:
        """Say that a ticket has moved. Call it after the change is committed."""
        for bell in self._bells.get(digest, ()):
            bell.ring()

    async def wait_for_end(self, digests: Collection[bytes], seconds: float) -> bool:
        """Wait until every one of the tickets has ended, at most so long.

        Returns:
            Whether all have ended. A ticket that is not there counts as ended.
        """
        with anyio.move_on_after(seconds), self._bell(digests) as bell:
            while not await self._all_ended(digests):
                await bell.rung_or(_SLOW_LOOK)
            return True
        return False

    async def _all_ended(self, digests: Collection[bytes]) -> bool:
        errands = await self._tickets.errands_of(digests)
        return all(errand in TERMINAL_ERRANDS for errand in errands.values())

    @contextmanager
    def _bell(self, digests: Collection[bytes]) -> Iterator[_Bell]:
        # Hung up before the first look at the rows, so that no end falls between the look and the wait.
        bell = _Bell()
        for digest in digests:
            self._bells.setdefault(digest, set()).add(bell)
        try:
            yield bell
        finally:
            for digest in digests:
                self._take_down(digest, bell)

    def _take_down(self, digest: bytes, bell: _Bell) -> None:
        bells = self._bells[digest]
        bells.discard(bell)
        if not bells:
            del self._bells[digest]


class _Bell:
    """Something that is rung when a ticket has moved, and can be rung again."""

    def __init__(self) -> None:
        self._rung = anyio.Event()

    def ring(self) -> None:
        self._rung.set()

    async def rung_or(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            await self._rung.wait()
        self._rung = anyio.Event()
