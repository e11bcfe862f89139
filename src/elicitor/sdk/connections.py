"""Era A: which connection was asked what, and telling it that an errand has ended.

The notice goes to the connection that asked and to no other (DONE-2), from a task of its own under a timeout: a client
that does not read must not hold up the person's browser. Neither the task nor this table keeps a request, and with
it a bearer token, alive: the table holds connections weakly, and the task starts with an empty context.
"""

from __future__ import annotations

import asyncio
import contextvars
import hashlib
import json
import weakref
from collections.abc import Sequence
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext

from elicitor.identifiers import digest_of
from elicitor.protocol.asks import LinkAsk
from elicitor.protocol.lifecycle import Move, sources_of
from elicitor.server.house import House
from elicitor.server.interview import Record

__all__ = ["AskedConnections"]

_NOTICE_SECONDS = 5.0
_MOST_TICKETS = 64
_MOST_RECORDS = 64


class AskedConnections:
    """What each live connection of this process was asked."""

    def __init__(self) -> None:
        self._asked: weakref.WeakKeyDictionary[Any, dict[str, str]] = weakref.WeakKeyDictionary()
        self._records: weakref.WeakKeyDictionary[Any, dict[str, Record]] = weakref.WeakKeyDictionary()
        self._watched: weakref.WeakKeyDictionary[Any, set[str]] = weakref.WeakKeyDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    def tickets_of(self, ctx: ServerRequestContext[Any, Any]) -> dict[str, str]:
        """The open tickets that this connection was given, by connection name."""
        return dict(self._asked.get(_connection_of(ctx), {}))

    def remember(self, ctx: ServerRequestContext[Any, Any], asks: Sequence[LinkAsk]) -> None:
        """Keep the asks for the retry."""
        known = self._asked.setdefault(_connection_of(ctx), {})
        for ask in asks:
            while len(known) >= _MOST_TICKETS:
                known.pop(next(iter(known)))
            known[ask.connection] = ask.ticket_id

    def keep_record(self, ctx: ServerRequestContext[Any, Any], record: Record) -> None:
        """Keep what a refused call was answered already, for the same call when it comes again."""
        if not record.is_used:
            return
        known = self._records.setdefault(_connection_of(ctx), {})
        while len(known) >= _MOST_RECORDS:
            known.pop(next(iter(known)))
        known[_same_call(ctx)] = record

    def record_of(self, ctx: ServerRequestContext[Any, Any]) -> Record | None:
        """What the same call was answered before it was refused; given out once."""
        known = self._records.get(_connection_of(ctx))
        return None if not known else known.pop(_same_call(ctx), None)

    def watch(self, house: House, ctx: ServerRequestContext[Any, Any], asks: Sequence[LinkAsk]) -> None:
        """Tell the connection once when each of the asks has ended."""
        connection = _connection_of(ctx)
        watched = self._watched.setdefault(connection, set())
        for ask in asks:
            if ask.elicitation_id not in watched:
                watched.add(ask.elicitation_id)
                self._watch(house, weakref.ref(connection), ask)

    def forget(self, ctx: ServerRequestContext[Any, Any], names: Sequence[str]) -> None:
        """The asks are over; a later call asks anew."""
        known = self._asked.get(_connection_of(ctx), {})
        for name in names:
            known.pop(name, None)

    def _watch(self, house: House, connection: weakref.ref[Any], ask: LinkAsk) -> None:
        task = asyncio.get_running_loop().create_task(
            _tell_when_over(house, connection, digest_of(ask.ticket_id), ask.elicitation_id),
            context=contextvars.Context(),
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _tell_when_over(house: House, connection: weakref.ref[Any], digest: bytes, elicitation_id: str) -> None:
    if not await house.completion.wait_for_end([digest], house.settings.ticket_life.total_seconds() + 1):
        # Its time is over and nobody came: that is an end as well, and the client waits for one (DONE-1).
        await house.vault.tickets.move(digest, sources_of(Move.LAPSE), reason="expired", even_if_expired=True)
    alive = connection()
    if alive is None:
        await house.reporter.emit("completion_dropped", because="connection_gone")
        return
    with anyio.move_on_after(_NOTICE_SECONDS) as scope:
        await alive.notify("notifications/elicitation/complete", {"elicitationId": elicitation_id})
    if scope.cancelled_caught:
        await house.reporter.emit("completion_dropped", severity="fault", because="client_stalled")


def _same_call(ctx: ServerRequestContext[Any, Any]) -> str:
    params = {name: value for name, value in (ctx.params or {}).items() if name != "_meta"}
    return hashlib.sha256(json.dumps([ctx.method, params], sort_keys=True).encode()).hexdigest()


def _connection_of(ctx: ServerRequestContext[Any, Any]) -> Any:
    # The SDK offers no public way to the connection; holding the session instead would keep the request's token.
    return ctx.session._connection  # noqa: SLF001
