"""The store of grants, on every database."""

from __future__ import annotations

import anyio
import pytest

from elicitor.errors import Misuse
from elicitor.protocol.lifecycle import Errand, Move, sources_of
from elicitor.vault.records import Grant
from vault.scene import ALICE, BOB, REPO, Scene, credential

pytestmark = pytest.mark.anyio

AGREE = sources_of(Move.AGREE)


@pytest.mark.requirement("TP-4")
async def test_what_was_settled_is_found_for_its_owner_only(scene: Scene) -> None:
    """The grant holds what the third party gave, and belongs to one person and one connection."""
    trip = await scene.come_back()
    grant = await scene.settle(trip)
    assert grant is not None
    assert grant.credential == credential("first")
    assert (grant.account_id, grant.account_name) == ("4711", "alice@files.example.net")
    assert (grant.version, grant.status, grant.scopes) == (1, "active", REPO)
    assert grant.clients == {"client-1"}
    assert await scene.vault.grants.find(ALICE, "files") == grant
    assert await scene.vault.grants.find(BOB, "files") is None
    assert await scene.vault.grants.find(ALICE, "mail") is None
    assert await scene.errand(trip.ticket.digest) == Errand.COMPLETED


async def test_a_credential_with_nothing_optional_is_kept_too(scene: Scene) -> None:
    """No refresh token, no expiry, no extras, an empty set of scopes."""
    bare = credential("bare", expires_at=None)
    bare = type(bare)(access_token=bare.access_token)
    grant = await scene.settle(await scene.come_back(), credential=bare, scopes=frozenset())
    assert grant is not None
    assert (grant.credential, grant.scopes) == (bare, frozenset())


@pytest.mark.case("R158")
async def test_the_end_of_a_token_is_stored_as_a_moment(scene: Scene) -> None:
    """After a restart two hours later the grant still says when its token ended."""
    await scene.connect()
    scene.clock.pass_by(hours=2)
    await scene.vault.close()
    await scene.vault.start()
    grant = await scene.vault.grants.find(ALICE, "files")
    assert grant is not None
    assert grant.credential.expires_at is not None
    assert grant.credential.expires_at < scene.clock()


async def test_nothing_is_settled_when_the_ticket_has_ended(scene: Scene) -> None:
    """Terminal states win: the ticket lapsed while the code was redeemed."""
    trip = await scene.come_back()
    await scene.vault.tickets.move(trip.ticket.digest, sources_of(Move.LAPSE), even_if_expired=True)
    assert await scene.settle(trip) is None
    assert await scene.vault.grants.find(ALICE, "files") is None


async def test_nothing_is_settled_twice(scene: Scene) -> None:
    """The same attempt settles once, and so does one that was never taken."""
    trip = await scene.come_back()
    assert await scene.settle(trip)
    assert await scene.settle(trip) is None
    untaken = await scene.set_out()
    assert await scene.settle(untaken) is None


async def test_an_attempt_settles_only_its_own_ticket(scene: Scene) -> None:
    """Nothing is stored, and neither ticket moves; the honest pair settles afterwards."""
    one, other = await scene.come_back(), await scene.come_back()
    mixed = type(one)(other.ticket, other.ticket_id, one.state, one.draft, one.attempt)
    assert await scene.settle(mixed) is None
    assert await scene.errand(other.ticket.digest) == Errand.REDEEMING
    assert await scene.settle(one)


async def test_settling_for_another_person_than_the_tickets_is_refused(scene: Scene) -> None:
    """The last fence: nothing is stored for anybody."""
    trip = await scene.come_back()
    for foreign in ({"owner": BOB}, {"connection": "mail"}):
        with pytest.raises(Misuse) as refusal:
            await scene.settle(trip, **foreign)
        assert refusal.value.code == "ticket_mismatch"
    assert await scene.errand(trip.ticket.digest) == Errand.REDEEMING
    assert await scene.vault.grants.find(BOB, "files") is None
    assert await scene.settle(trip)


async def test_connecting_anew_replaces_the_credential_and_keeps_the_clients(scene: Scene) -> None:
    """The same account through a second client: one row, a new version, both clients."""
    first = await scene.connect()
    scene.clock.pass_by(minutes=1)
    second = await scene.connect(token="second", client="client-2")
    assert (second.id, second.version) == (first.id, 2)
    assert second.credential == credential("second")
    assert second.clients == {"client-1", "client-2"}
    assert (second.created_at, second.updated_at) == (first.created_at, scene.clock())


async def test_another_account_is_for_the_client_that_connected_it(scene: Scene) -> None:
    """Consent to one account is no consent to another."""
    await scene.connect()
    await scene.connect(client="client-2")
    trip = await scene.come_back(client="client-3")
    grant = await scene.settle(trip, account_id="another", scopes=frozenset({"read"}))
    assert grant is not None
    assert grant.clients == {"client-3"}
    assert (grant.account_id, grant.scopes, grant.version) == ("another", {"read"}, 3)


async def test_connecting_anew_heals_a_grant_and_ends_a_refresh(scene: Scene) -> None:
    """Whoever was refreshing the old credential stores nothing over the new one."""
    old = await scene.connect()
    assert await scene.vault.grants.lease(old.id, old.version, "worker", 30)
    assert await scene.vault.grants.mark(old.id, old.version, "needs_reconnect", "invalid_grant")
    new = await scene.connect(token="new")
    assert (new.status, new.reason) == ("active", "")
    assert await scene.vault.grants.renew(old, "worker", credential("stale")) is None
    assert await scene.vault.grants.find(ALICE, "files") == new


async def test_two_trips_of_one_person_that_end_at_once_make_one_grant(scene: Scene) -> None:
    """Ten clients at the same moment: one row, ten versions, all clients."""
    trips = [await scene.come_back(client=f"client-{number}") for number in range(10)]
    async with anyio.create_task_group() as group:
        for trip in trips:
            group.start_soon(scene.settle, trip)
    grant = await scene.vault.grants.find(ALICE, "files")
    assert grant is not None
    assert grant.version == 10
    assert grant.clients == {f"client-{number}" for number in range(10)}


async def test_a_person_lets_another_client_use_the_grant(scene: Scene) -> None:
    """The ticket of the second client ends, and the client may use what is there."""
    await scene.connect()
    _, ticket = await scene.mint(client="client-2")
    grant = await scene.vault.grants.agree(ticket.digest, AGREE, ALICE, "files", "client-2")
    assert grant is not None
    assert grant.clients == {"client-1", "client-2"}
    assert grant.version == 1
    assert await scene.errand(ticket.digest) == Errand.COMPLETED
    assert await scene.vault.grants.agree(ticket.digest, AGREE, ALICE, "files", "client-2") is None


async def test_there_is_nothing_to_agree_to_without_a_grant_that_serves(scene: Scene) -> None:
    """No grant, too few scopes, or one that must be connected anew: the ticket stays open for a trip."""
    _, ticket = await scene.mint(client="client-2", scopes=frozenset({"repo", "delete"}))
    assert await scene.vault.grants.agree(ticket.digest, AGREE, ALICE, "files", "client-2") is None
    grant = await scene.connect()
    assert await scene.vault.grants.agree(ticket.digest, AGREE, ALICE, "files", "client-2") is None
    _, modest = await scene.mint(client="client-2")
    await scene.vault.grants.mark(grant.id, grant.version, "needs_reconnect", "invalid_grant")
    assert await scene.vault.grants.agree(modest.digest, AGREE, ALICE, "files", "client-2") is None
    assert await scene.errand(ticket.digest) == Errand.PENDING
    assert await scene.errand(modest.digest) == Errand.PENDING
    await scene.vault.grants.mark(grant.id, grant.version, "active", "")
    assert await scene.vault.grants.agree(modest.digest, AGREE, ALICE, "files", "client-2")


async def test_agreeing_with_another_persons_ticket_is_refused(scene: Scene) -> None:
    """Bob's grant is not opened by Alice's ticket."""
    await scene.connect(BOB)
    _, ticket = await scene.mint(ALICE, client="client-2")
    with pytest.raises(Misuse):
        await scene.vault.grants.agree(ticket.digest, AGREE, BOB, "files", "client-2")
    grant = await scene.vault.grants.find(BOB, "files")
    assert grant is not None
    assert grant.clients == {"client-1"}


async def test_one_of_many_gets_the_lease(scene: Scene) -> None:
    """Twenty workers want to refresh; nineteen hear that somebody does."""
    grant = await scene.connect()
    won = []

    async def want(holder: str) -> None:
        if await scene.vault.grants.lease(grant.id, grant.version, holder, 30):
            won.append(holder)

    async with anyio.create_task_group() as group:
        for number in range(20):
            group.start_soon(want, f"worker-{number}")
    assert len(won) == 1


async def test_a_lease_is_free_again_when_released_or_run_out(scene: Scene) -> None:
    """Only its holder releases it, and it ends by itself at the second it says."""
    grant = await scene.connect()
    lease, release = scene.vault.grants.lease, scene.vault.grants.release
    assert await lease(grant.id, grant.version, "a", 30)
    await release(grant.id, "b")
    assert not await lease(grant.id, grant.version, "b", 30)
    await release(grant.id, "a")
    assert await lease(grant.id, grant.version, "b", 30)
    scene.clock.pass_by(seconds=29)
    assert not await lease(grant.id, grant.version, "c", 30)
    scene.clock.pass_by(seconds=1)
    assert await lease(grant.id, grant.version, "c", 30)


async def test_a_grant_that_is_not_active_is_not_leased(scene: Scene) -> None:
    """Nobody refreshes blindly what may be spent."""
    grant = await scene.connect()
    assert await scene.vault.grants.mark(grant.id, grant.version, "unknown", "refresh_unknown")
    assert not await scene.vault.grants.lease(grant.id, grant.version, "a", 30)
    assert not await scene.vault.grants.lease("no such grant", 1, "a", 30)


async def renewed(scene: Scene, grant: Grant, token: str) -> Grant | None:
    """Refresh a grant in one go."""
    assert await scene.vault.grants.lease(grant.id, grant.version, token, 30)
    return await scene.vault.grants.renew(grant, token, credential(token))


async def test_a_refreshed_credential_is_stored_with_a_new_version(scene: Scene) -> None:
    """The lease is given back, and the rest of the grant stays."""
    old = await scene.connect()
    scene.clock.pass_by(minutes=5)
    new = await renewed(scene, old, "second")
    assert new is not None
    assert (new.version, new.credential) == (2, credential("second"))
    assert (new.clients, new.scopes, new.account_id) == (old.clients, old.scopes, old.account_id)
    assert await scene.vault.grants.find(ALICE, "files") == new
    assert not await scene.vault.grants.lease(old.id, old.version, "late", 30)
    assert await renewed(scene, new, "third")


async def test_a_provider_may_narrow_the_scopes_when_it_refreshes(scene: Scene) -> None:
    """What is granted now is what is stored."""
    grant = await scene.connect()
    assert await scene.vault.grants.lease(grant.id, 1, "a", 30)
    new = await scene.vault.grants.renew(grant, "a", credential("b"), scopes=frozenset({"read"}))
    assert new is not None
    assert new.scopes == {"read"}


async def test_whoever_lost_the_lease_stores_nothing(scene: Scene) -> None:
    """Fencing: the slow worker comes back after another has taken over."""
    grant = await scene.connect()
    assert await scene.vault.grants.lease(grant.id, grant.version, "slow", 30)
    scene.clock.pass_by(seconds=30)
    assert await scene.vault.grants.lease(grant.id, grant.version, "quick", 30)
    assert await scene.vault.grants.renew(grant, "slow", credential("slow")) is None
    stored = await scene.vault.grants.renew(grant, "quick", credential("quick"))
    assert stored is not None
    assert await scene.vault.grants.renew(grant, "slow", credential("slow")) is None
    assert await scene.vault.grants.find(ALICE, "files") == stored


async def test_a_lease_that_ran_out_and_was_not_taken_still_stores(scene: Scene) -> None:
    """A rotated refresh token is worth keeping; nobody else is at it."""
    grant = await scene.connect()
    assert await scene.vault.grants.lease(grant.id, grant.version, "slow", 30)
    scene.clock.pass_by(minutes=5)
    assert await scene.vault.grants.renew(grant, "slow", credential("kept"))


async def test_nobody_stores_without_a_lease(scene: Scene) -> None:
    """An empty name is the name of nobody, not of whoever has none."""
    grant = await scene.connect()
    assert await scene.vault.grants.renew(grant, "stranger", credential("x")) is None
    assert await scene.vault.grants.renew(grant, "", credential("x")) is None


async def test_a_mark_holds_for_the_version_that_was_found_wanting(scene: Scene) -> None:
    """Somebody refreshed in the meantime: their grant stays active."""
    grant = await scene.connect()
    assert await renewed(scene, grant, "second")
    assert not await scene.vault.grants.mark(grant.id, grant.version, "needs_reconnect", "late")
    assert await scene.vault.grants.mark(grant.id, 2, "needs_reconnect", "invalid_grant")
    marked = await scene.vault.grants.find(ALICE, "files")
    assert marked is not None
    assert (marked.status, marked.reason, marked.version) == ("needs_reconnect", "invalid_grant", 2)
    assert marked.credential == credential("second")


async def test_a_forgotten_grant_is_gone_and_comes_back_as_another(scene: Scene) -> None:
    """What was there is returned once, to be revoked; another person's stays."""
    grant = await scene.connect()
    await scene.connect(BOB)
    assert await scene.vault.grants.forget(ALICE, "files") == grant
    assert await scene.vault.grants.forget(ALICE, "files") is None
    assert await scene.vault.grants.find(ALICE, "files") is None
    assert await scene.vault.grants.find(BOB, "files")
    anew = await scene.connect(client="client-9")
    assert anew.id != grant.id
    assert (anew.version, anew.clients) == (1, {"client-9"})
