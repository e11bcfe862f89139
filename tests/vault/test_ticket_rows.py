"""The one statement that moves a ticket, and the last fence before something is stored for it."""

from __future__ import annotations

import enum

import pytest
from sqlalchemy import Connection, select, text, update

from elicitor.errors import Misuse
from elicitor.vault.tables import tickets
from elicitor.vault.ticket_rows import COLUMNS, move_ticket, require_same_errand, ticket_of
from vault.scene import ALICE, BOB, Scene

pytestmark = pytest.mark.anyio


class Step(enum.StrEnum):
    """Names that differ from their values, as an Enum's may."""

    FIRST = "pending"
    SECOND = "on-the-way"


async def test_states_are_written_by_their_values(scene: Scene) -> None:
    """No driver gets to see the Enum; the row holds the plain text."""
    _, ticket = await scene.mint()
    await scene.vault.storage.write(
        lambda c: move_ticket(c, ticket.digest, {Step.FIRST: Step.SECOND}, now=scene.clock())
    )
    rows = await scene.vault.storage.read(lambda c: c.execute(text("SELECT errand FROM elicitor_tickets")).all())
    assert [row.errand for row in rows] == ["on-the-way"]


async def test_a_move_is_part_of_its_transaction(scene: Scene) -> None:
    """What fails afterwards takes the move back."""
    _, ticket = await scene.mint()

    def work(connection: Connection) -> None:
        assert move_ticket(connection, ticket.digest, {"pending": "started"}, now=scene.clock())
        raise KeyError

    with pytest.raises(KeyError):
        await scene.vault.storage.write(work)
    assert await scene.errand(ticket.digest) == "pending"


async def test_an_expired_ticket_moves_only_if_that_is_asked_for(scene: Scene) -> None:
    """At the second of its end; and an empty table moves nothing."""
    _, ticket = await scene.mint()
    moves, now = {"pending": "expired"}, ticket.expires_at

    def work(connection: Connection) -> list[bool]:
        return [
            move_ticket(connection, ticket.digest, moves, now=now, even_if_expired=late) is not None
            for late in (False, True)
        ]

    assert await scene.vault.storage.write(work) == [False, True]
    assert await scene.vault.storage.write(lambda c: move_ticket(c, ticket.digest, {}, now=0)) is None


async def test_an_answer_is_written_by_the_move_and_only_where_something_is_asked(scene: Scene) -> None:
    """In the same statement, on the same conditions."""
    _, ticket = await scene.mint()

    def answer(connection: Connection) -> bool:
        moves = {"pending": "completed"}
        return move_ticket(connection, ticket.digest, moves, now=scene.clock(), sealed_answer=b"x") is not None

    assert not await scene.vault.storage.write(answer)
    assert await scene.errand(ticket.digest) == "pending"
    await scene.vault.storage.write(lambda c: c.execute(update(tickets).values(sealed_question=b"?")))
    assert [await scene.vault.storage.write(answer) for _ in range(2)] == [True, False]
    (row,) = await scene.vault.storage.read(lambda c: c.execute(select(tickets)).all())
    assert (row.errand, row.sealed_answer) == ("completed", b"x")


async def test_what_is_sealed_is_not_read_along(scene: Scene) -> None:
    """A ticket is read often, its question seldom."""
    _, ticket = await scene.mint()
    row = await scene.vault.storage.read(lambda c: c.execute(select(*COLUMNS)).one())
    assert ticket_of(row) == ticket
    assert {"sealed_question", "sealed_answer"}.isdisjoint(row._mapping)


async def test_a_long_reason_is_cut(scene: Scene) -> None:
    """It is a short code; whatever comes, the row stays small."""
    _, ticket = await scene.mint()
    moved = await scene.vault.tickets.move(ticket.digest, {"pending": "failed"}, reason="x\x00" * 5000)
    assert moved is not None
    assert moved.reason == "x\ufffd" * 100


async def test_a_ticket_is_for_its_own_person_and_connection(scene: Scene) -> None:
    """Anybody else, or anything else, is refused."""
    _, ticket = await scene.mint(ALICE, connection="files")
    require_same_errand(ticket, ALICE, "files")
    for owner, connection in ((BOB, "files"), (ALICE, "mail")):
        with pytest.raises(Misuse):
            require_same_errand(ticket, owner, connection)
