"""From a missing connection to the ask that is sent: a ticket, and the link that points to it."""

from __future__ import annotations

from elicitor.errors import Refused
from elicitor.identifiers import digest_of, name_of_digest
from elicitor.principal import Owner, Principal
from elicitor.protocol.asks import LinkAsk
from elicitor.protocol.lifecycle import ERRAND_MOVES, TERMINAL_ERRANDS, Errand
from elicitor.protocol.link import validate_outgoing_link
from elicitor.server.house import House
from elicitor.server.needs import Need

__all__ = ["ask_again", "ask_for", "refuse_too_many"]

_LIVE = frozenset(ERRAND_MOVES) - TERMINAL_ERRANDS


async def ask_for(house: House, principal: Principal, need: Need, client_name: str) -> LinkAsk:
    """Mint a ticket for the principal and make the ask for it.

    The link carries the ticket's id and nothing else: no person, no scope, no return address (URL-5, ID-8).

    Raises:
        Refused: `too_many_open`, this person has too many open links. Old ones end by themselves.
    """
    await refuse_too_many(house, principal.owner)
    ticket_id, _ = await house.vault.tickets.mint(
        principal,
        need.connection,
        need.scopes,
        client_name=client_name,
        ttl=house.settings.ticket_life,
        first=Errand.PENDING,
    )
    await house.reporter.emit("ticket_minted", connection=need.connection, client=principal.client_id)
    return ask_again(house, need, ticket_id)


async def refuse_too_many(house: House, owner: Owner) -> None:
    """Raises:
    Refused: `too_many_open`, this person has too many open links. Old ones end by themselves.
    """
    if await house.vault.tickets.count_open(owner, _LIVE) < house.settings.open_tickets:
        return
    raise Refused(
        "too_many_open",
        "There are too many open questions for this person. Let them answer, or wait until they lapse.",
    )


def ask_again(house: House, need: Need, ticket_id: str) -> LinkAsk:
    """The ask for a ticket that exists: the same link and the same id as the first time."""
    title = house.provider(need.connection).title
    link = validate_outgoing_link(house.public_url.at(f"/connect/{ticket_id}"), house.development)
    return LinkAsk(
        connection=need.connection,
        message=f"{house.name} needs your {title} account for this. Open its page to connect the account.",
        url=link,
        elicitation_id=name_of_digest(digest_of(ticket_id)),
        ticket_id=ticket_id,
    )
