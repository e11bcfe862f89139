"""The store of attempts, on every database."""

from __future__ import annotations

import anyio
import pytest

from elicitor.errors import Misuse
from elicitor.identifiers import mint_identifier
from elicitor.protocol.lifecycle import Errand, Move, sources_of
from vault.scene import BOB, Scene

pytestmark = pytest.mark.anyio

RETURN = sources_of(Move.RETURN)
START = sources_of(Move.START)


async def test_a_trip_that_began_is_found_by_its_state(scene: Scene) -> None:
    """What was begun is read back, secrets included, and the ticket has moved."""
    trip = await scene.set_out()
    found = await scene.vault.attempts.find(trip.state)
    assert found == trip.attempt
    draft = trip.draft
    assert (found.nonce, found.verifier, found.return_to) == (draft.nonce, draft.verifier, draft.return_to)
    assert (found.session, found.flow, found.owner) == (draft.session, draft.flow, draft.owner)
    assert (found.issuer, found.redirect_uri, found.scopes) == (
        draft.issuer,
        draft.redirect_uri,
        draft.scopes,
    )
    assert found.ticket == trip.ticket.digest
    assert (found.taken_at, found.ended_at, found.expires_at) == (None, None, scene.clock() + 600)
    assert await scene.errand(trip.ticket.digest) == Errand.STARTED


async def test_the_state_of_nothing_finds_nothing(scene: Scene) -> None:
    """A state that was never made, and texts that are none."""
    await scene.set_out()
    for unverified in (mint_identifier(), "", "state", "a" * 44):
        assert await scene.vault.attempts.find(unverified) is None


async def test_no_trip_begins_for_a_ticket_that_cannot_move(scene: Scene) -> None:
    """The ticket was declined: nothing is stored."""
    ticket_id, ticket = await scene.mint()
    await scene.vault.tickets.move(ticket.digest, sources_of(Move.SAY_NO))
    state = mint_identifier()
    assert await scene.vault.attempts.begin(ticket.digest, START, scene.draft(ticket, ticket_id)) is None
    assert await scene.vault.attempts.find(state) is None


async def test_a_second_trip_replaces_one_from_which_nobody_returned(scene: Scene) -> None:
    """The back button or a second tab: the first trip is gone, the second can be taken."""
    first = await scene.set_out()
    second = scene.draft(first.ticket, first.ticket_id)
    assert await scene.vault.attempts.begin(first.ticket.digest, START, second)
    assert await scene.vault.attempts.find(first.state) is None
    assert await scene.vault.attempts.take(first.draft.digest, RETURN) is None
    assert await scene.vault.attempts.take(second.digest, RETURN)


async def test_a_trip_for_another_person_than_the_tickets_is_refused(scene: Scene) -> None:
    """The last fence: the ticket does not move, and with its own person it does."""
    ticket_id, ticket = await scene.mint()
    foreign = scene.draft(ticket, ticket_id, owner=BOB)
    with pytest.raises(Misuse) as refusal:
        await scene.vault.attempts.begin(ticket.digest, START, foreign)
    assert refusal.value.code == "ticket_mismatch"
    assert await scene.errand(ticket.digest) == Errand.PENDING
    elsewhere = scene.draft(ticket, ticket_id, connection="mail")
    with pytest.raises(Misuse):
        await scene.vault.attempts.begin(ticket.digest, START, elsewhere)
    assert await scene.vault.attempts.begin(ticket.digest, START, scene.draft(ticket, ticket_id))


@pytest.mark.attack("B6", "C3")
async def test_an_attempt_is_taken_once(scene: Scene) -> None:
    """The first return takes it, the second gets nothing, and it stays findable as taken."""
    trip = await scene.set_out()
    scene.clock.pass_by(seconds=7)
    taken = await scene.vault.attempts.take(trip.draft.digest, RETURN)
    assert taken is not None
    assert taken.taken_at == scene.clock()
    assert taken.verifier == trip.draft.verifier
    assert await scene.errand(trip.ticket.digest) == Errand.REDEEMING
    assert await scene.vault.attempts.take(trip.draft.digest, RETURN) is None
    assert await scene.vault.attempts.find(trip.state) == taken


@pytest.mark.attack("B6")
async def test_of_fifty_who_return_at_once_one_takes_the_attempt(scene: Scene) -> None:
    """The same callback fifty times in parallel: one may redeem the code."""
    trip = await scene.set_out()
    results = []

    async def come_back() -> None:
        results.append(await scene.vault.attempts.take(trip.draft.digest, RETURN))

    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(come_back)
    assert sum(result is not None for result in results) == 1


async def test_an_attempt_is_not_taken_when_its_ticket_is_over(scene: Scene) -> None:
    """The person declined in the meantime: the attempt stays as it was, and cannot be taken."""
    trip = await scene.set_out()
    await scene.vault.tickets.move(trip.ticket.digest, sources_of(Move.WITHDRAW))
    assert await scene.vault.attempts.take(trip.draft.digest, RETURN) is None
    found = await scene.vault.attempts.find(trip.state)
    assert found == trip.attempt


async def test_an_expired_attempt_is_not_taken(scene: Scene) -> None:
    """Its own end counts, even while the ticket lives; the ticket does not move then."""
    ticket_id, ticket = await scene.mint()
    short = scene.draft(ticket, ticket_id, expires_at=scene.clock() + 60)
    assert await scene.vault.attempts.begin(ticket.digest, START, short)
    scene.clock.pass_by(seconds=60)
    assert await scene.vault.attempts.take(short.digest, RETURN) is None
    assert await scene.errand(ticket.digest) == Errand.STARTED
    scene.clock.now -= 1
    assert await scene.vault.attempts.take(short.digest, RETURN)


async def test_a_trip_that_failed_can_be_made_again(scene: Scene) -> None:
    """The exchange stumbled: the attempt has ended for good, the ticket is open for another trip."""
    trip = await scene.come_back()
    ticket = await scene.vault.attempts.abandon(trip.draft.digest, sources_of(Move.STUMBLE), "provider_timeout")
    assert ticket is not None
    assert (ticket.errand, ticket.reason) == (Errand.PENDING, "provider_timeout")
    found = await scene.vault.attempts.find(trip.state)
    assert found is not None
    assert found.ended_at == scene.clock()
    assert found.return_to == trip.draft.return_to
    assert await scene.settle(trip) is None
    again = scene.draft(trip.ticket, trip.ticket_id)
    assert await scene.vault.attempts.begin(trip.ticket.digest, START, again)
    assert await scene.vault.attempts.take(again.digest, RETURN)


async def test_a_trip_ends_once(scene: Scene) -> None:
    """Abandoning a second time changes nothing, whatever move it asks for."""
    trip = await scene.come_back()
    digest = trip.draft.digest
    assert await scene.vault.attempts.abandon(digest, sources_of(Move.STUMBLE), "first")
    assert await scene.vault.attempts.abandon(digest, sources_of(Move.FAIL), "second") is None
    assert await scene.errand(trip.ticket.digest) == Errand.PENDING


async def test_a_trip_can_be_abandoned_before_it_is_taken(scene: Scene) -> None:
    """The third party said no: the attempt cannot be taken afterwards."""
    trip = await scene.set_out()
    assert await scene.vault.attempts.abandon(trip.draft.digest, sources_of(Move.SAY_NO), "declined")
    assert await scene.errand(trip.ticket.digest) == Errand.DECLINED
    assert await scene.vault.attempts.take(trip.draft.digest, RETURN) is None


async def test_abandoning_nothing_or_for_a_ticket_that_is_over_moves_nothing(scene: Scene) -> None:
    """None comes back; a trip whose ticket was withdrawn has ended all the same."""
    trip = await scene.come_back()
    assert await scene.vault.attempts.abandon(b"?" * 32, sources_of(Move.FAIL), "x") is None
    await scene.vault.tickets.move(trip.ticket.digest, sources_of(Move.FAIL))
    assert await scene.vault.attempts.abandon(trip.draft.digest, sources_of(Move.STUMBLE), "x") is None
    found = await scene.vault.attempts.find(trip.state)
    assert found is not None
    assert found.ended_at is not None


async def test_the_secrets_of_a_trip_are_erased_when_it_led_to_a_grant(scene: Scene) -> None:
    """The attempt stays, so that a second return can be told what happened; its secrets do not."""
    trip = await scene.come_back()
    assert await scene.settle(trip)
    found = await scene.vault.attempts.find(trip.state)
    assert found is not None
    assert found.ended_at == scene.clock()
    assert not any((found.nonce, found.verifier, found.return_to))
    assert await scene.vault.attempts.take(trip.draft.digest, RETURN) is None
