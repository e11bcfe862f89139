"""Who sits at the browser, and whether a ticket is theirs.

A link is a pointer, not a key (URL-6): whoever opens it is unknown until the server's own session says who
they are, and then compared with the ticket's owner, byte for byte, every time: when the page is shown, when
its button is pressed, and when the third party sends them back (ID-6, ID-7). `confirm` is the only maker of a
`ConfirmedTicket`, and every later step asks for one.

A ticket that does not exist, is over, was used, or belongs to somebody else refuses in exactly the same way,
so that nobody learns which of them it was (C2).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from elicitor.errors import WrongVisitor
from elicitor.principal import Owner
from elicitor.protocol.lifecycle import TERMINAL_ERRANDS
from elicitor.vault.records import Session, Ticket
from elicitor.vault.sessions import Sessions

__all__ = [
    "ABSOLUTE_SESSION_LIFE",
    "IDLE_SESSION_LIFE",
    "ConfirmedTicket",
    "Visitor",
    "confirm",
    "find_visitor",
]

IDLE_SESSION_LIFE = timedelta(minutes=30)
ABSOLUTE_SESSION_LIFE = timedelta(hours=8)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody whose browser carries a live session of ours.

    Attributes:
        owner: who signed in, by the same rule that reads the tokens of MCP calls.
        account_name: what their account is called, to be shown to themselves.
        session: the digest of the session, to which attempts and CSRF proofs are tied.
    """

    owner: Owner
    account_name: str
    session: bytes


_PROOF = object()


@dataclass(frozen=True, slots=True)
class ConfirmedTicket:
    """Proof that a live ticket belongs to the visitor. Only `confirm` makes one.

    Attributes:
        ticket: the ticket as it was read just now.
        visitor: its owner, at the browser.
    """

    ticket: Ticket
    visitor: Visitor
    _proof: object

    def __post_init__(self) -> None:
        if self._proof is not _PROOF:
            raise TypeError("a ConfirmedTicket comes from confirm() only")


def confirm(unverified_ticket: Ticket | None, visitor: Visitor, now: int) -> ConfirmedTicket:
    """Prove that the visitor is the person the ticket was made for, and that it can still be used.

    Raises:
        WrongVisitor: `ticket_absent`, `ticket_over` or `wrong_user`. Show the page that is the same for all.
            Only `wrong_user` says that somebody else holds the link.
    """
    if unverified_ticket is None:
        raise _not_yours("ticket_absent")
    if unverified_ticket.principal.owner != visitor.owner:
        raise _not_yours("wrong_user")
    if unverified_ticket.errand in TERMINAL_ERRANDS or unverified_ticket.expires_at <= now:
        raise _not_yours("ticket_over")
    return ConfirmedTicket(unverified_ticket, visitor, _PROOF)


async def find_visitor(sessions: Sessions, unverified_session_id: str | None) -> Visitor | None:
    """Read the visitor from the session cookie, or None where there is no live session."""
    if unverified_session_id is None:
        return None
    session = await sessions.find(unverified_session_id, IDLE_SESSION_LIFE)
    return None if session is None else _visitor_of(session)


def _visitor_of(session: Session) -> Visitor:
    return Visitor(owner=session.owner, account_name=session.account_name, session=session.digest)


def _not_yours(code: str) -> WrongVisitor:
    return WrongVisitor(code, "This link cannot be used from the account you are signed in with.")
