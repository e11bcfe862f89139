"""Ending what is over: tickets lapse, and old rows are swept away.

A ticket past its time is refused by its time alone; but those who wait for it have to hear that it ended. There is no
task in the background that could die unseen: whoever makes a new ticket tidies first, at most once a minute.
"""

from __future__ import annotations

from elicitor.errors import ElicitorError
from elicitor.protocol.lifecycle import Move, sources_of
from elicitor.server.lodge import Lodge

__all__ = ["Tidier", "lapse_tickets"]

_EVERY = 60
_BATCH = 500


async def lapse_tickets(house: Lodge) -> int:
    """End the tickets whose time is over, and tell those who wait for them; returns how many."""
    lapsed = await house.vault.tickets.lapse(sources_of(Move.LAPSE), limit=_BATCH)
    for digest in lapsed:
        house.completion.announce(digest)
    return len(lapsed)


class Tidier:
    """Tidies a house now and then."""

    def __init__(self, house: Lodge) -> None:
        self._house = house
        self._next = 0

    async def tidy_if_due(self) -> None:
        """Tidy unless it was done within the minute. What cannot be tidied now is left for the next time."""
        now = self._house.clock()
        if now < self._next:
            return
        self._next = now + _EVERY
        try:
            while await lapse_tickets(self._house) == _BATCH:
                pass
            await self._house.vault.sweep()
        except ElicitorError as error:
            await self._house.reporter.emit("tidying_failed", severity="fault", because=error.code)
