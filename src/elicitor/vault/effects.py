"""What a call does once, however often it runs: a claim with a lease, and the sealed result.

Each claim has a fence, higher than those of all claims before it, so whoever comes back late cannot write over the
one who went on. That holds also where the claim was given back or forgotten in between: a row that was given back
stays, and a new row begins at the present second.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from elicitor.clock import Clock
from elicitor.identifiers import name_of_digest
from elicitor.vault.columns import tidy
from elicitor.vault.framing import frame
from elicitor.vault.seal import Binding, Sealer
from elicitor.vault.statements import insert_unless_taken
from elicitor.vault.storage import Storage
from elicitor.vault.sweeping import page_of
from elicitor.vault.tables import effects

__all__ = ["Claim", "Claimed", "Effects", "Failed", "Lapsed", "Recorded", "Taken"]

_CLAIMED, _FREE, _DONE, _FAILED = "claimed", "free", "done", "failed"

_FIND = select(effects).where(effects.c.digest == bindparam("wanted"))
_TAKE_OVER = (
    update(effects)
    .where(
        effects.c.digest == bindparam("wanted"),
        effects.c.status.in_([_CLAIMED, _FREE]),
        effects.c.fence == bindparam("seen"),
    )
    .values(
        status=_CLAIMED, fence=effects.c.fence + 1, lease_until=bindparam("until"), keep_until=bindparam("kept_until")
    )
)
_END = (
    update(effects)
    .where(
        effects.c.digest == bindparam("wanted"),
        effects.c.status == _CLAIMED,
        effects.c.fence == bindparam("held"),
    )
    .values(status=bindparam("ended"), reason=bindparam("because"), sealed=bindparam("content"))
)
_SWEEP = delete(effects).where(
    effects.c.digest.in_(
        page_of(
            effects.c.digest,
            effects.c.keep_until < bindparam("before"),
            most=bindparam("most"),
            oldest_first=effects.c.keep_until,
        )
    )
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """It is yours to do.

    Attributes:
        fence: proves it when the result is recorded.
    """

    fence: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """It was done.

    Attributes:
        result: what was recorded.
    """

    result: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """It was tried and raised.

    Attributes:
        reason: the name of what it raised.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Taken:
    """Somebody is doing it now."""


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Somebody began it and did not end it in time; whether it was done nobody knows."""


Claim = Claimed | Recorded | Failed | Taken | Lapsed


class Effects:
    """The store of effects. An effect is named by its call (32 bytes) and a text.

    Args:
        storage: started before the first use.
        sealer: seals the results.
        clock: tells which leases are over.
    """

    def __init__(self, storage: Storage, sealer: Sealer, clock: Clock) -> None:
        self._storage = storage
        self._sealer = sealer
        self._clock = clock

    async def claim(self, call: bytes, name: str, *, lease: timedelta, keep: timedelta, retry_lapsed: bool) -> Claim:
        """Claim an effect; of many callers one is told to do it.

        Args:
            call: names the call.
            name: names the effect within it.
            lease: how long it may take, in whole seconds; a fraction is rounded up.
            keep: how long it is remembered from the claim on, in any case longer than the call can last. A row is
                never forgotten before its lease has ended.
            retry_lapsed: whether to do it again where somebody began it and never came back.

        Raises:
            VaultLocked: its result cannot be opened.
        """
        now = self._clock()
        digest = _digest(call, name)
        until = now + max(1, math.ceil(lease.total_seconds()))
        kept_until = max(until, now + math.ceil(keep.total_seconds()))
        fresh = {
            "digest": digest,
            "status": _CLAIMED,
            "reason": "",
            "fence": now,
            "sealed": b"",
            "lease_until": until,
            "keep_until": kept_until,
        }

        def work(connection: Connection) -> Claim:
            if insert_unless_taken(connection, effects, fresh):
                return Claimed(now)
            row = connection.execute(_FIND, {"wanted": digest}).one_or_none()
            if row is None:  # forgotten between the two statements
                return Taken()
            outcome = self._outcome(call, name, row, now, retry_lapsed)
            if outcome is not None:
                return outcome
            values = {"wanted": digest, "seen": row.fence, "until": until, "kept_until": kept_until}
            return Claimed(row.fence + 1) if connection.execute(_TAKE_OVER, values).rowcount else Taken()

        return await self._storage.write(work)

    async def record(self, call: bytes, name: str, fence: int, result: bytes) -> bool:
        """Write the result down; False where the claim is not this one any more, and nothing was changed.

        A lease that ran out but that nobody took over still counts: it was done.
        """
        sealed = self._sealer.seal(_binding(call, name, fence), result)
        return await self._end(call, name, fence, status=_DONE, content=sealed)

    async def fail(self, call: bytes, name: str, fence: int, reason: str) -> bool:
        """Write down that it was tried and raised; as `record`."""
        return await self._end(call, name, fence, status=_FAILED, reason=tidy(reason))

    async def release(self, call: bytes, name: str, fence: int) -> bool:
        """Give the claim back, so that it can be done again; as `record`."""
        return await self._end(call, name, fence, status=_FREE)

    async def sweep(self, before: int, limit: int = 500) -> int:
        """Forget effects of calls that are long over; returns how many rows, at most `limit`."""
        values = {"before": before, "most": limit}
        return await self._storage.write(lambda connection: connection.execute(_SWEEP, values).rowcount)

    async def _end(
        self, call: bytes, name: str, fence: int, *, status: str, reason: str = "", content: bytes = b""
    ) -> bool:
        values = {
            "wanted": _digest(call, name),
            "held": fence,
            "ended": status,
            "because": reason,
            "content": content,
        }
        return await self._storage.write(lambda connection: connection.execute(_END, values).rowcount == 1)

    def _outcome(self, call: bytes, name: str, row: Any, now: int, retry_lapsed: bool) -> Claim | None:
        """What a row says; None where it can be claimed."""
        if row.status == _DONE:
            return Recorded(self._sealer.open(_binding(call, name, row.fence), row.sealed))
        if row.status == _FAILED:
            return Failed(row.reason)
        if row.status == _FREE:
            return None
        if row.lease_until > now:
            return Taken()
        return None if retry_lapsed else Lapsed()


def _digest(call: bytes, name: str) -> bytes:
    return hashlib.sha256(frame(name_of_digest(call), name)).digest()


def _binding(call: bytes, name: str, fence: int) -> Binding:
    return Binding("effect", None, "", name_of_digest(_digest(call, name)), "sealed", fence)
