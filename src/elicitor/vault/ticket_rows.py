"""Tickets as rows, and the one statement that moves a ticket. Shared by the stores that end an errand.

A transaction that touches a ticket and something that hangs on it writes the ticket first, always: two of
them can then wait for each other, but never in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, case, func, update

from elicitor.errors import Misuse
from elicitor.principal import Owner, Principal
from elicitor.vault.columns import owner_of, scopes_of, tidy
from elicitor.vault.records import Ticket
from elicitor.vault.tables import tickets

__all__ = ["COLUMNS", "State", "move_ticket", "require_same_errand", "ticket_of"]

_SEALED = {tickets.c.sealed_question, tickets.c.sealed_answer}
COLUMNS: tuple[ColumnElement[Any], ...] = (
    *(column for column in tickets.c if column not in _SEALED),
    # Not IS NOT NULL: after RETURNING, SQLite 3.40 says 1 for a column that is NULL.
    func.length(tickets.c.sealed_question).label("question_length"),
)
"""What `ticket_of` reads: what is sealed in a ticket may be large, and is read by itself when it is wanted."""

State = TypeVar("State", bound=str)
"""A state of an errand: a text, or a member of the Enum that lists them. A mapping does not take the one for
the other in its keys, so functions are generic in it."""


def ticket_of(row: Row[Any]) -> Ticket:
    """The ticket that a row of `COLUMNS` holds."""
    return Ticket(
        digest=row.digest,
        principal=Principal(owner_of(row), row.client_id),
        client_name=row.client_name,
        connection=row.connection,
        scopes=scopes_of(row.scopes),
        errand=row.errand,
        reason=row.reason,
        mismatches=row.mismatches,
        created_at=row.created_at,
        expires_at=row.expires_at,
        has_question=row.question_length is not None,
    )


def move_ticket(
    connection: Connection,
    digest: bytes,
    sources: Mapping[State, str],
    *,
    now: int,
    reason: str = "",
    even_if_expired: bool = False,
    sealed_answer: bytes | None = None,
) -> Ticket | None:
    """Move a ticket's errand, if it stands where the move may start: one conditional write.

    Args:
        connection: a transaction.
        digest: of the ticket.
        sources: each state the move may start from, with the state it leads to.
        now: the present.
        reason: a short code that is kept with the ticket.
        even_if_expired: for the move that records the expiry itself; every other one comes too late then.
        sealed_answer: what the move writes beside it, into a ticket that asks something and no other.

    Returns:
        The ticket after the move, or None where it is absent, over, or not in any of the states.
    """
    if not sources:
        return None
    # Plain texts: a driver must not see an Enum, which some of them write by its name.
    moves = {str(source): str(target) for source, target in sources.items()}
    statement = (
        update(tickets)
        .where(tickets.c.digest == digest, tickets.c.errand.in_(sorted(moves)))
        .values(errand=case(moves, value=tickets.c.errand), reason=tidy(reason))
        .returning(*COLUMNS)
    )
    if sealed_answer is not None:
        statement = statement.where(tickets.c.sealed_question.is_not(None)).values(sealed_answer=sealed_answer)
    if not even_if_expired:
        statement = statement.where(tickets.c.expires_at > now)
    row = connection.execute(statement).one_or_none()
    return None if row is None else ticket_of(row)


def require_same_errand(ticket: Ticket, owner: Owner, connection_name: str) -> None:
    """Insist that something is being stored for the person and the connection that its ticket is about.

    Raises:
        Misuse: `ticket_mismatch`. The checks before should have refused; nothing is stored.
    """
    if ticket.principal.owner == owner and ticket.connection == connection_name:
        return
    raise Misuse("ticket_mismatch", "What was to be stored belongs to another person or connection.")
