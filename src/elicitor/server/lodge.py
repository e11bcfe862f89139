"""The parts that every attached server has, also one that asks forms only and has neither pages nor accounts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

import anyio

from elicitor.clock import Clock
from elicitor.server.completion import Completion
from elicitor.server.reporting import Reporter
from elicitor.vault.vault import Vault

__all__ = ["Lodge", "Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How long things live, and how often.

    Attributes:
        ticket_life: from the ask to the last moment at which the person may come back from the third party.
        patience: how long an early retry waits for the errand to end before it is told "not yet"; stay well
            under the time after which clients give up on a call.
        open_tickets: how many live tickets one person may have before new asks are refused.
        answer_time: how long a question on an open call (era A) waits for its answer.
        most_rounds: how often one call may come back with answers (era B) before it is ended.
        effect_life: how long what `ask.once` did is remembered; longer than any call lasts.
    """

    ticket_life: timedelta = timedelta(minutes=10)
    patience: timedelta = timedelta(seconds=20)
    open_tickets: int = 50
    answer_time: timedelta = timedelta(minutes=10)
    most_rounds: int = 50
    effect_life: timedelta = timedelta(days=1)


@dataclass(eq=False, kw_only=True)
class Lodge:
    """What questions need.

    Attributes:
        name: what the operator calls this server; people see it.
        keeps: whether what is kept outlives the process; a lodge without keys of its own forgets.
        discard: called at the end, to take away what was put up for this process only.
    """

    name: str
    vault: Vault
    completion: Completion
    reporter: Reporter
    clock: Clock
    settings: Settings = field(default_factory=Settings)
    keeps: bool = True
    discard: Callable[[], object] | None = None
    _started: bool = False
    _starting: anyio.Lock = field(default_factory=anyio.Lock)

    async def start(self) -> None:
        """Open the vault, and look at what else is needed. Safe to call again; does its work once.

        Raises:
            Misuse: the database errors of `Vault.start`.
        """
        if self._started:
            return
        async with self._starting:
            if self._started:
                return
            await self.vault.start()
            await self._look_around()
            self._started = True

    async def close(self) -> None:
        """Close what `start` opened."""
        await self.vault.close()
        if self.discard is not None:
            self.discard()

    async def _look_around(self) -> None:
        """What a larger house has to look at before it serves."""
