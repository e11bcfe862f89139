"""The gate before a tool: is everything there that it needs, and if not, what has to be asked?

All needs of a call are looked at together, so that two missing accounts are asked for at once (ERR-3). Nothing
is asked twice: a call that comes again brings the tickets it was given, and the same asks are returned while
they are open. How an errand ended is told once, by whoever calls again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from elicitor.errors import Refused, VaultLocked
from elicitor.principal import Principal
from elicitor.protocol.answers import Accepted, Answer
from elicitor.protocol.asks import LinkAsk
from elicitor.protocol.lifecycle import TERMINAL_ERRANDS, Errand, move_after_answer, sources_of
from elicitor.server.asking import ask_again, ask_for
from elicitor.server.freshness import ReconnectNeeded, fresh_grant
from elicitor.server.house import House
from elicitor.server.needs import Need, combine_needs
from elicitor.vault.records import Grant, Ticket

__all__ = ["Asking", "Call", "Ready", "admit", "withdraw"]


@dataclass(frozen=True, slots=True)
class Call:
    """What is known of the call that stands at the gate.

    Attributes:
        client_name: what the client calls itself; shown as its own words.
        resumed: the ticket ids this call was given before, by connection.
        answers: what the person answered to them in the client, by connection.
        patience: seconds to wait for errands that are under way; 0 answers at once.
        may_ask: whether this client can be sent a link at all; without it no ticket is made.
    """

    client_name: str
    resumed: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)
    patience: float = 0.0
    may_ask: bool = True


@dataclass(frozen=True, slots=True)
class Ready:
    """All is there.

    Attributes:
        grants: by connection.
    """

    grants: Mapping[str, Grant]


@dataclass(frozen=True, slots=True)
class Asking:
    """Something is missing.

    Attributes:
        asks: one for each missing connection; never empty.
        still_waiting: whether all of them were asked before and are not done yet.
    """

    asks: tuple[LinkAsk, ...]
    still_waiting: bool


async def admit(house: House, principal: Principal, needs: Sequence[Need], call: Call) -> Ready | Asking:
    """Look at everything a call needs.

    Args:
        principal: from the validated token of the MCP request, never from anything the client says (ID-5).
        needs: all needs of the function, in any order.

    Raises:
        Refused: how an errand of this call ended: `declined`, `cancelled`, `errand_failed`, `errand_void`,
            `scopes_missing`; or `too_many_open`. Tell the model the sentence; do not ask again by yourself.
        ProviderUnreachable: a stored account cannot be refreshed now.
    """
    combined = combine_needs(needs)
    resumed = await _resume(house, principal, combined, call)
    await _take_answers(house, resumed, call.answers)
    found, missing = await _look(house, principal, combined)
    waiting_for = [resumed[name].ticket.digest for name in missing if name in resumed]
    if waiting_for and call.patience > 0:
        await house.completion.wait_for_end(waiting_for, call.patience)
        found, missing = await _look(house, principal, combined)
    if not missing:
        return Ready(found)
    if not call.may_ask:
        raise _cannot_ask(house, missing)
    return await _ask(house, principal, [combined[name] for name in missing], call, resumed)


def _cannot_ask(house: House, missing: Sequence[str]) -> Refused:
    titles = " and ".join(house.provider(name).title for name in missing)
    return Refused(
        "client_cannot_ask",
        f"{house.name} needs the person's {titles} account, and this client cannot open links (elicitation in "
        f"URL mode). Use one that can. What is connected already is seen at {house.public_url.at('/connect/')}.",
        lacks_mode="url",
    )


async def withdraw(house: House, ticket: Ticket, answer: Answer) -> None:
    """Carry an answer of decline or cancel over to the errand; accept changes nothing (URL-8)."""
    move = move_after_answer(answer)
    if move is None:
        return
    if await house.vault.tickets.move(ticket.digest, sources_of(move), reason=type(answer).__name__.lower()):
        house.completion.announce(ticket.digest)


@dataclass(frozen=True, slots=True)
class _Resumed:
    ticket_id: str
    ticket: Ticket


async def _resume(house: House, principal: Principal, needs: Mapping[str, Need], call: Call) -> dict[str, _Resumed]:
    """The tickets this call was given before, as far as they are really this principal's and for this need."""
    resumed = {}
    for name, need in needs.items():
        ticket_id = call.resumed.get(name)
        ticket = None if ticket_id is None else await house.vault.tickets.find(ticket_id)
        if ticket_id is None or ticket is None:
            continue
        if ticket.principal == principal and ticket.connection == name and ticket.scopes >= need.scopes:
            resumed[name] = _Resumed(ticket_id, ticket)
    return resumed


async def _take_answers(house: House, resumed: Mapping[str, _Resumed], answers: Mapping[str, Answer]) -> None:
    for name, old in resumed.items():
        answer = answers.get(name)
        if answer is None or isinstance(answer, Accepted):
            continue
        await withdraw(house, old.ticket, answer)
        raise _ended(house, name, type(answer).__name__.lower())


async def _look(house: House, principal: Principal, needs: Mapping[str, Need]) -> tuple[dict[str, Grant], list[str]]:
    found: dict[str, Grant] = {}
    missing: list[str] = []
    for name, need in needs.items():
        grant = await _usable_grant(house, principal, need)
        if grant is None:
            missing.append(name)
        else:
            found[name] = grant
    return found, missing


async def _usable_grant(house: House, principal: Principal, need: Need) -> Grant | None:
    try:
        grant = await house.vault.grants.find(principal.owner, need.connection)
        if grant is None or not _serves(grant, principal, need):
            return None
        return await fresh_grant(house, grant)
    except VaultLocked as error:
        await house.reporter.emit("grant_locked", severity="fault", connection=need.connection, because=error.code)
        return None
    except ReconnectNeeded:
        return None


def _serves(grant: Grant, principal: Principal, need: Need) -> bool:
    return grant.status == "active" and principal.client_id in grant.clients and grant.scopes >= need.scopes


async def _ask(
    house: House,
    principal: Principal,
    needs: Sequence[Need],
    call: Call,
    resumed: Mapping[str, _Resumed],
) -> Asking:
    asks = []
    fresh = False
    for need in needs:
        old = resumed.get(need.connection)
        again = None if old is None else await _again(house, principal, need, old)
        fresh = fresh or again is None
        asks.append(again or await ask_for(house, principal, need, call.client_name))
    return Asking(tuple(asks), still_waiting=not fresh)


async def _again(house: House, principal: Principal, need: Need, old: _Resumed) -> LinkAsk | None:
    """The same ask while its errand is open; None when a new one is due.

    Raises:
        Refused: the errand ended, and not well.
    """
    ticket = await house.vault.tickets.find(old.ticket_id)
    if ticket is None or ticket.errand == Errand.EXPIRED:
        return None
    if ticket.errand not in TERMINAL_ERRANDS:
        return None if ticket.expires_at <= house.clock() else ask_again(house, need, old.ticket_id)
    if ticket.errand == Errand.COMPLETED:
        raise await _unsatisfying(house, principal, need)
    raise _ended(house, need.connection, ticket.reason or ticket.errand)


async def _unsatisfying(house: House, principal: Principal, need: Need) -> Refused:
    """Why a completed errand does not serve: the person granted less than the call needs."""
    grant = await house.vault.grants.find(principal.owner, need.connection)
    title = house.provider(need.connection).title
    lacking = sorted(need.scopes - (grant.scopes if grant else frozenset()))
    if grant is None or not lacking:
        return Refused("errand_failed", f"The {title} account cannot be used. Try again.")
    return Refused(
        "scopes_missing",
        f"The {title} account is connected, but without the permission this needs: {', '.join(lacking)}. "
        "Call again to have the person asked once more.",
    )


_ENDINGS = {
    Errand.DECLINED: "The person declined to connect their {title} account.",
    "declined": "The person declined to connect their {title} account.",
    "cancelled": "The person dismissed the question about their {title} account.",
    Errand.VOID: "The link for the {title} account was closed, because other people tried to use it.",
}


def _ended(house: House, connection: str, reason: str) -> Refused:
    title = house.provider(connection).title
    sentence = _ENDINGS.get(reason, "Connecting the {title} account failed.").format(title=title)
    code = reason if reason in {"declined", "cancelled"} else f"errand_{reason}"
    return Refused(code, f"{sentence} Nothing was done. Ask them before you try again.", connection=connection)
