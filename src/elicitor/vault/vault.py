"""The vault: all stores on one database, under one ring of keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from elicitor.clock import Clock, system_clock
from elicitor.secret import Secret
from elicitor.vault.attempts import Attempts
from elicitor.vault.effects import Effects
from elicitor.vault.event_log import EventLog
from elicitor.vault.grants import Grants
from elicitor.vault.keys import KeyRing
from elicitor.vault.remembered import RememberedAnswers
from elicitor.vault.resealing import Resealing
from elicitor.vault.seal import Sealer
from elicitor.vault.sessions import Sessions
from elicitor.vault.spent import Spent
from elicitor.vault.storage import Storage
from elicitor.vault.tickets import Tickets

__all__ = ["Vault"]

_KEEP_ENDED = 24 * 3600
"""Seconds for which ended tickets and sessions are kept: whoever comes late is told how it ended, and a
sign-in is remembered for longer than anybody can bring it back."""

_KEEP_EVENTS = 30 * 24 * 3600
_PAGE = 500


@dataclass(frozen=True)
class Vault:
    """Everything that is kept. Make one with `open`, and `start` it before its first use.

    Attributes:
        storage: the database.
        sealer: seals with the keys of the ring; also for what is kept elsewhere, in a cookie say.
    """

    storage: Storage
    sealer: Sealer
    clock: Clock
    tickets: Tickets
    attempts: Attempts
    sessions: Sessions
    grants: Grants
    spent: Spent
    effects: Effects
    remembered: RememberedAnswers
    events: EventLog
    resealing: Resealing

    @classmethod
    def open(cls, url: str | Secret, ring: KeyRing, clock: Clock = system_clock) -> Vault:
        """Put a vault together. Connects to nothing yet.

        Args:
            url: see `Storage`.
            ring: see `KeyRing.load`.
            clock: what time it is.

        Raises:
            Misuse: the URL cannot be used.
        """
        storage, sealer = Storage(url), Sealer(ring)
        return cls(
            storage=storage,
            sealer=sealer,
            clock=clock,
            tickets=Tickets(storage, sealer, clock),
            attempts=Attempts(storage, sealer, clock),
            sessions=Sessions(storage, clock),
            grants=Grants(storage, sealer, clock),
            spent=Spent(storage),
            effects=Effects(storage, sealer, clock),
            remembered=RememberedAnswers(storage, sealer, clock),
            events=EventLog(storage),
            resealing=Resealing(storage, sealer),
        )

    async def start(self) -> None:
        """Open the database and bring its tables up to date; see `Storage.start`."""
        await self.storage.start()

    async def close(self) -> None:
        """Close the database."""
        await self.storage.close()

    async def sweep(self) -> int:
        """Delete what is long over; returns how many rows. Call it now and then, in one program or in all.

        Grants and kept answers are never swept: they end when the person, the provider or the operator ends them.
        """
        now = self.clock()
        swept = await _all_of(self.tickets.sweep, now - _KEEP_ENDED)
        swept += await _all_of(self.sessions.sweep, now - _KEEP_ENDED)
        swept += await _all_of(self.spent.sweep, now)
        swept += await _all_of(self.effects.sweep, now)
        return swept + await _all_of(self.events.sweep, now - _KEEP_EVENTS)


async def _all_of(sweep: Callable[[int, int], Awaitable[int]], before: int) -> int:
    total = 0
    while True:
        swept = await sweep(before, _PAGE)
        total += swept
        if swept < _PAGE:
            return total
