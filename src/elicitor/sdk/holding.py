"""Keeping a call of era A open while the person is in the browser, for authors who chose so (`Connect(wait=...)`).

The ask goes out as `elicitation/create` on the stream of the call. The client may answer accept at once, late, or only
when it hears that the errand is over; accept changes nothing here. What ends the waiting is the errand: done, declined,
failed, withdrawn by a decline or a cancel in the client, or the author's time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from elicitor.errors import PeerBroke
from elicitor.identifiers import digest_of
from elicitor.protocol.answers import read_answer
from elicitor.protocol.asks import LinkAsk
from elicitor.server.gate import withdraw
from elicitor.server.house import House

__all__ = ["hold"]

_TIME_TO_ANSWER = 5.0
"""Seconds that a client gets to answer a question whose errand is over."""

Context = ServerRequestContext[Any, Any]


async def hold(house: House, ctx: Context, asks: Sequence[LinkAsk], seconds: float) -> bool:
    """Ask on the open call and wait for the errands to end.

    Returns:
        Whether every ask went out and every errand ended in time. Where it is False, refuse the call in the
        ordinary way: the client has no back-channel, does not take the question, or the person is not done.
    """
    if not ctx.session.can_send_request:
        return False
    taken = [False] * len(asks)
    with anyio.move_on_after(seconds) as waiting:
        async with anyio.create_task_group() as group:
            for place, ask in enumerate(asks):
                group.start_soon(_hold_one, house, ctx, ask, taken, place)
    return all(taken) and not waiting.cancelled_caught


async def _hold_one(house: House, ctx: Context, ask: LinkAsk, taken: list[bool], place: int) -> None:
    digest = digest_of(ask.ticket_id)
    async with anyio.create_task_group() as group:
        answered = anyio.Event()
        group.start_soon(_ask, house, ctx, ask, _Held(taken, place, answered, group.cancel_scope))
        await house.completion.wait_for_end([digest], house.settings.ticket_life.total_seconds())
        # Sent on the call's own stream, also before the client has answered: some answer only when they hear it.
        await ctx.session.send_elicit_complete(ask.elicitation_id, related_request_id=ctx.request_id)
        with anyio.move_on_after(_TIME_TO_ANSWER):
            await answered.wait()
        group.cancel_scope.cancel()


@dataclass(frozen=True, slots=True)
class _Held:
    """One question on the open call: whether the client takes it, and whether it has answered."""

    taken: list[bool]
    place: int
    answered: anyio.Event
    scope: anyio.CancelScope


async def _ask(
    house: House,
    ctx: Context,
    ask: LinkAsk,
    held: _Held,
) -> None:
    held.taken[held.place] = True
    try:
        result = await ctx.session.elicit_url(
            ask.message, ask.url, ask.elicitation_id, related_request_id=ctx.request_id
        )
        answer = read_answer(result.action)
    except (MCPError, PeerBroke):
        # The client cannot process the question: that is no answer of the person's (ACT-2).
        held.taken[held.place] = False
        held.scope.cancel()
        return
    ticket = await house.vault.tickets.find(ask.ticket_id)
    if ticket is not None:
        await withdraw(house, ticket, answer)
    held.answered.set()
