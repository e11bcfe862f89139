"""The page of a question: the same form that a client would have shown, in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.responses import Response

from elicitor.errors import WrongVisitor
from elicitor.protocol.forms.sheet import FilledSheet, read_sheet, rows_of
from elicitor.protocol.plain import visible_lines
from elicitor.server.house import House
from elicitor.server.identity import ConfirmedTicket
from elicitor.server.page_questions import keep_page_answer, question_on_page
from elicitor.server.web.pages import render

__all__ = ["show_question", "take_answer"]

_NO_SECRETS = "This looks like a password or a key. Do not give it here; leave it out, or say no."


async def show_question(
    house: House, confirmed: ConfirmedTicket, ticket_id: str, *, proof: str, filled: FilledSheet | None = None
) -> Response:
    """The form, empty but for its defaults, or as it was filled in.

    Args:
        proof: that the form which comes back was rendered for this session.

    Raises:
        VaultLocked: the question cannot be opened.
    """
    message, form = await question_on_page(house, confirmed.ticket)
    rows = rows_of(form, filled)
    return render(
        house,
        "question",
        has_form=True,
        ticket=ticket_id,
        lines=visible_lines(message),
        rows=rows,
        amiss=[row for row in rows if row.problem],
        client_name=confirmed.ticket.client_name,
        client_id=confirmed.ticket.principal.client_id,
        account_name=confirmed.visitor.account_name,
        proof=proof,
    )


async def take_answer(
    house: House, confirmed: ConfirmedTicket, ticket_id: str, *, proof: str, entries: Mapping[str, Sequence[str]]
) -> Response:
    """Keep an answer that fits; show the form again, with what was typed, where it does not. Nothing is kept then.

    Raises:
        WrongVisitor: `ticket_over`, it was answered in the meantime.
    """
    _, form = await question_on_page(house, confirmed.ticket)
    filled = read_sheet(form, entries)
    filled.problems.update(dict.fromkeys(filled.secrets, _NO_SECRETS))
    if filled.problems or form.check(filled.values):
        return await show_question(house, confirmed, ticket_id, proof=proof, filled=filled)
    if not await keep_page_answer(house, confirmed.ticket, filled.values):
        raise WrongVisitor("ticket_over", "This link cannot be used.")
    await house.reporter.emit("answered_on_page", client=confirmed.ticket.principal.client_id)
    return render(house, "answered")
