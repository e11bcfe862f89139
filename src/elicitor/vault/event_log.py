"""The event log: what happened, kept for the operator. It holds no secrets (see `elicitor/events.py`)."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, or_, select

from elicitor.events import Event
from elicitor.vault.columns import tidy
from elicitor.vault.storage import Storage
from elicitor.vault.sweeping import page_of
from elicitor.vault.tables import events

__all__ = ["EventLog"]

_RECENT = select(events).order_by(events.c.number.desc()).limit(bindparam("most"))
_SWEEP = delete(events).where(
    events.c.number.in_(
        page_of(
            events.c.number,
            or_(
                events.c.at < bindparam("before"),
                events.c.number <= select(func.max(events.c.number)).scalar_subquery() - bindparam("keep"),
            ),
            most=bindparam("most"),
        )
    )
)


class EventLog:
    """The store of events.

    Args:
        storage: started before the first use.
        keep: so many events are kept at most, whoever makes them happen: a log must not fill the disk.
    """

    def __init__(self, storage: Storage, *, keep: int = 100_000) -> None:
        self._storage = storage
        self._keep = keep

    async def append(self, event: Event) -> None:
        """Write an event down."""
        values = {
            "at": event.at,
            "code": tidy(event.code),
            "severity": tidy(event.severity),
            "reference": tidy(event.reference),
            "facts": json.dumps(dict(event.facts), separators=(",", ":")),
        }
        await self._storage.write(lambda connection: connection.execute(insert(events), values).rowcount)

    async def recent(self, code: str | None = None, limit: int = 100) -> list[Event]:
        """The newest events, newest first; of one code only, if one is given."""
        statement = _RECENT if code is None else _RECENT.where(events.c.code == code)

        def work(connection: Connection) -> list[Event]:
            return [_event_of(row) for row in connection.execute(statement, {"most": limit})]

        return await self._storage.read(work)

    async def sweep(self, before: int, limit: int = 500) -> int:
        """Delete events from before a moment, and those beyond the most that are kept.

        Returns:
            How many were deleted, at most `limit`. Call again while it is as many.
        """
        values = {"before": before, "most": limit, "keep": self._keep}
        return await self._storage.write(lambda connection: connection.execute(_SWEEP, values).rowcount)


def _event_of(row: Row[Any]) -> Event:
    return Event(
        code=row.code,
        at=row.at,
        severity=row.severity,
        reference=row.reference,
        facts=json.loads(row.facts),
    )
