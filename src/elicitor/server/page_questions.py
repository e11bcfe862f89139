"""Questions that are answered on a page of this server, for clients that show no forms but open links (URL mode).

The question travels in the ticket, sealed; so does the answer, until the call that asked comes back for it. Neither
passes through the MCP client.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from elicitor.errors import Refused
from elicitor.identifiers import digest_of, name_of_digest
from elicitor.principal import Principal
from elicitor.protocol.answers import Answer, Cancelled, Declined
from elicitor.protocol.asks import LinkAsk
from elicitor.protocol.forms import Filled, Form, FormDefinition, read_form
from elicitor.protocol.forms.outcome import Answer as Outcome
from elicitor.protocol.lifecycle import TERMINAL_ERRANDS, Errand, Move, sources_of
from elicitor.protocol.link import validate_outgoing_link
from elicitor.server.asking import refuse_too_many
from elicitor.server.gate import withdraw
from elicitor.server.house import House
from elicitor.vault.records import Ticket

__all__ = ["answer_on_page", "ask_on_page", "keep_page_answer", "question_on_page"]

T = TypeVar("T")


async def ask_on_page(
    house: House, principal: Principal, *, key: str, form: Form, message: str, client_name: str
) -> LinkAsk:
    """Mint a ticket whose page puts a question, and make the ask for it.

    Args:
        key: names the ask in the result of era B.

    Raises:
        Refused: `too_many_open`.
    """
    await refuse_too_many(house, principal.owner)
    question = json.dumps({"message": message, "schema": form.raw}).encode()
    ticket_id, _ = await house.vault.tickets.mint(
        principal,
        key,
        frozenset(),
        client_name=client_name,
        ttl=house.settings.ticket_life,
        first=Errand.PENDING,
        question=question,
    )
    await house.reporter.emit("question_minted", client=principal.client_id)
    return _ask(house, key, ticket_id)


def _ask(house: House, key: str, ticket_id: str) -> LinkAsk:
    return LinkAsk(
        connection=key,
        message=f"{house.name} has a question for you. Open its page to answer it.",
        url=validate_outgoing_link(house.public_url.at(f"/connect/{ticket_id}"), house.development),
        elicitation_id=name_of_digest(digest_of(ticket_id)),
        ticket_id=ticket_id,
    )


async def question_on_page(house: House, ticket: Ticket) -> tuple[str, Form]:
    """What a ticket asks: the message and the form.

    Raises:
        VaultLocked: it cannot be opened.
    """
    content: Mapping[str, Any] = json.loads(await house.vault.tickets.question_of(ticket) or b"{}")
    return content["message"], read_form(content["schema"])


async def keep_page_answer(house: House, ticket: Ticket, values: Mapping[str, object]) -> bool:
    """The person answered: the errand is done. False where it was over already."""
    answer = json.dumps(dict(values)).encode()
    if await house.vault.tickets.answer(ticket, sources_of(Move.ANSWER), answer) is None:
        return False
    house.completion.announce(ticket.digest)
    return True


async def answer_on_page(
    house: House,
    principal: Principal,
    ticket_id: str,
    form: FormDefinition[T],
    *,
    said: Answer | None,
    patience: float,
) -> Outcome[T] | None:
    """What was answered to a question of this principal.

    Args:
        said: what the person said in the client to opening the page.
        patience: seconds to wait for an errand that is open.

    Returns:
        The outcome; None while it is open.

    Raises:
        Refused: the errand ended without an answer.
        AnswerInvalid: the answer does not fit the author's type; the page has let through what the form says.
    """
    ticket = await house.vault.tickets.find(ticket_id)
    if ticket is None or ticket.principal != principal:
        raise Refused("question_gone", "The page of this question is gone. Call again from the start.")
    if isinstance(said, Declined | Cancelled):
        await withdraw(house, ticket, said)
        return said
    if ticket.errand not in TERMINAL_ERRANDS and patience > 0:
        await house.completion.wait_for_end([ticket.digest], patience)
        ticket = await house.vault.tickets.find(ticket_id) or ticket
    return await _outcome(house, ticket, form)


async def _outcome(house: House, ticket: Ticket, form: FormDefinition[T]) -> Outcome[T] | None:
    if ticket.errand == Errand.COMPLETED:
        answer = await house.vault.tickets.answer_of(ticket)
        return Filled(form.read(None if answer is None else json.loads(answer)))
    if ticket.errand in {Errand.DECLINED, Errand.WITHDRAWN}:
        return Cancelled() if ticket.reason == "cancelled" else Declined()
    if ticket.errand in TERMINAL_ERRANDS or ticket.expires_at <= house.clock():
        raise Refused("question_gone", "The question was not answered in time. Call again from the start.")
    return None
