"""Whose ticket it is: proven, or refused in one and the same way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from elicitor.errors import WrongVisitor
from elicitor.principal import Owner, Principal
from elicitor.protocol.lifecycle import TERMINAL_ERRANDS, Errand
from elicitor.server.identity import ConfirmedTicket, Visitor, confirm
from elicitor.vault.records import Ticket

ALICE = Owner("", "https://as.example", "alice")
VISITOR = Visitor(ALICE, "Alice", b"s" * 32)
TICKET = Ticket(b"d" * 32, Principal(ALICE, "chat"), "Chat", "acme", frozenset(), Errand.PENDING, "", 0, 100, 200)


@pytest.mark.requirement("ID-6")
def test_the_owner_of_a_live_ticket_is_confirmed() -> None:
    """Up to its last second."""
    assert confirm(TICKET, VISITOR, 199).ticket is TICKET


@pytest.mark.requirement("ID-6", "ID-8")
@pytest.mark.attack("A1", "C2", "A11")
@pytest.mark.parametrize("subject", ["bob", "Alice", "alice "])
def test_anybody_else_is_refused(subject: str) -> None:
    """With the one sentence that all refusals have."""
    other = replace(VISITOR, owner=Owner("", "https://as.example", subject))
    with pytest.raises(WrongVisitor) as refused:
        confirm(TICKET, other, 150)
    assert refused.value.code == "wrong_user"
    with pytest.raises(WrongVisitor) as absent:
        confirm(None, VISITOR, 150)
    assert absent.value.sentence == refused.value.sentence


@pytest.mark.attack("C3")
@pytest.mark.parametrize("errand", sorted(TERMINAL_ERRANDS))
def test_a_ticket_that_is_over_is_refused(errand: str) -> None:
    """By its state, or by its time."""
    for over in (replace(TICKET, errand=errand), replace(TICKET, expires_at=150)):
        with pytest.raises(WrongVisitor) as refused:
            confirm(over, VISITOR, 150)
        assert refused.value.code == "ticket_over"


def test_a_foreign_ticket_that_is_over_says_so_little_as_any() -> None:
    """It counts as foreign first."""
    with pytest.raises(WrongVisitor) as refused:
        confirm(replace(TICKET, expires_at=1), replace(VISITOR, owner=Owner("", "i", "bob")), 150)
    assert refused.value.code == "wrong_user"


def test_the_proof_is_made_by_the_check_alone() -> None:
    """The next steps take nothing else."""
    with pytest.raises(TypeError):
        ConfirmedTicket(TICKET, VISITOR, object())
