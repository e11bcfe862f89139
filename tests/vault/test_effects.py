"""What a call does once, on every database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import anyio
import pytest
from sqlalchemy import select, text, update

from elicitor.errors import VaultLocked
from elicitor.identifiers import digest_of
from elicitor.vault.effects import Claim, Claimed, Failed, Lapsed, Recorded, Taken
from elicitor.vault.keys import KeyRing
from elicitor.vault.tables import effects
from elicitor.vault.vault import Vault
from vault.scene import Scene

pytestmark = pytest.mark.anyio

CALL = digest_of("call")
LEASE = timedelta(seconds=30)
KEEP = timedelta(hours=1)


async def claim(
    scene: Scene,
    name: str = "charge",
    *,
    call: bytes = CALL,
    retry_lapsed: bool = False,
    lease: timedelta = LEASE,
    vault: Vault | None = None,
) -> Claim:
    """Ask to run an effect."""
    store = (vault or scene.vault).effects
    return await store.claim(call, name, lease=lease, keep=KEEP, retry_lapsed=retry_lapsed)


async def claimed(scene: Scene, name: str = "charge", *, retry_lapsed: bool = False) -> int:
    """Ask to run an effect, and get it; the fence."""
    outcome = await claim(scene, name, retry_lapsed=retry_lapsed)
    assert isinstance(outcome, Claimed)
    return outcome.fence


@pytest.fixture
async def other(scene: Scene) -> AsyncIterator[Vault]:
    """Another program on the same database."""
    vault = Vault.open(scene.url, KeyRing.load(scene.key), scene.clock)
    await vault.start()
    yield vault
    await vault.close()


@pytest.mark.attack("C6")
async def test_an_effect_is_claimed_run_and_recorded(scene: Scene) -> None:
    """While it runs others wait; afterwards everybody gets what came of it."""
    fence = await claimed(scene)
    assert await claim(scene) == Taken()
    assert await scene.vault.effects.record(CALL, "charge", fence, b"receipt 4711")
    for retry in (False, True):
        scene.clock.pass_by(minutes=20)
        assert await claim(scene, retry_lapsed=retry) == Recorded(b"receipt 4711")


async def test_other_names_and_other_calls_are_other_effects(scene: Scene) -> None:
    """Each is claimed by itself."""
    await claimed(scene)
    assert isinstance(await claim(scene, "mail"), Claimed)
    assert isinstance(await claim(scene, call=digest_of("another call")), Claimed)
    assert isinstance(await claim(scene), Taken)


@pytest.mark.attack("C6")
async def test_of_many_who_claim_at_once_one_gets_it(scene: Scene, other: Vault) -> None:
    """Two programs with ten tasks each."""
    outcomes: list[Claim] = []

    async def want(vault: Vault) -> None:
        outcomes.append(await claim(scene, vault=vault))

    async with anyio.create_task_group() as group:
        for vault in [scene.vault, other] * 10:
            group.start_soon(want, vault)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Claimed"] + ["Taken"] * 19


async def test_of_many_who_retry_a_lapsed_claim_one_gets_it(scene: Scene, other: Vault) -> None:
    """And the fence is one for all of them."""
    first = await claimed(scene)
    scene.clock.pass_by(seconds=30)
    outcomes: list[Claim] = []

    async def want(vault: Vault) -> None:
        outcomes.append(await claim(scene, vault=vault, retry_lapsed=True))

    async with anyio.create_task_group() as group:
        for vault in [scene.vault, other] * 10:
            group.start_soon(want, vault)
    assert [outcome for outcome in outcomes if isinstance(outcome, Claimed)] == [Claimed(first + 1)]
    assert outcomes.count(Taken()) == 19


async def test_at_most_once_a_lapsed_claim_stays_lapsed(scene: Scene) -> None:
    """Nobody runs it again, at the very second its lease ends and for ever after."""
    await claimed(scene)
    scene.clock.pass_by(seconds=29)
    assert isinstance(await claim(scene), Taken)
    for _ in range(2):
        scene.clock.pass_by(seconds=1)
        assert await claim(scene) == Lapsed()


async def test_at_least_once_a_lapsed_claim_is_given_out_again(scene: Scene) -> None:
    """Not before its end; and to one only, until that lapses too."""
    first = await claimed(scene)
    scene.clock.pass_by(seconds=29)
    assert isinstance(await claim(scene, retry_lapsed=True), Taken)
    scene.clock.pass_by(seconds=1)
    second = await claimed(scene, retry_lapsed=True)
    assert second > first
    assert await claim(scene, retry_lapsed=True) == Taken()
    scene.clock.pass_by(seconds=30)
    assert await claimed(scene, retry_lapsed=True) > second


async def test_a_late_record_is_refused_and_the_honest_one_stored(scene: Scene) -> None:
    """Fencing: the slow one comes back after another has taken over, before and after that one is done."""
    slow = await claimed(scene)
    scene.clock.pass_by(seconds=30)
    quick = await claimed(scene, retry_lapsed=True)
    store = scene.vault.effects
    assert not await store.record(CALL, "charge", slow, b"slow")
    assert not await store.fail(CALL, "charge", slow, "slow")
    assert not await store.release(CALL, "charge", slow)
    assert await store.record(CALL, "charge", quick, b"quick")
    assert not await store.record(CALL, "charge", slow, b"slow")
    assert await claim(scene) == Recorded(b"quick")


async def test_a_lease_that_ran_out_and_was_not_taken_still_records(scene: Scene) -> None:
    """The effect did happen: at most once, and now it is known."""
    fence = await claimed(scene)
    scene.clock.pass_by(minutes=5)
    assert await claim(scene) == Lapsed()
    assert await scene.vault.effects.record(CALL, "charge", fence, b"after all")
    assert await claim(scene) == Recorded(b"after all")


async def test_what_is_over_is_said_once(scene: Scene) -> None:
    """After a record, a failure or a release the same fence says nothing more."""
    store = scene.vault.effects
    for end, name in (("record", "a"), ("fail", "b"), ("release", "c")):
        fence = await claimed(scene, name)
        ends = {
            "record": lambda name=name, fence=fence: store.record(CALL, name, fence, b"x"),
            "fail": lambda name=name, fence=fence: store.fail(CALL, name, fence, "broken"),
            "release": lambda name=name, fence=fence: store.release(CALL, name, fence),
        }
        assert await ends[end]()
        assert [await again() for again in ends.values()] == [False] * 3


async def test_a_failure_is_final(scene: Scene) -> None:
    """It is told to everybody, in letters that can be stored."""
    fence = await claimed(scene)
    assert await scene.vault.effects.fail(CALL, "charge", fence, "card\x00_declined")
    scene.clock.pass_by(minutes=5)
    assert await claim(scene, retry_lapsed=True) == Failed("card\ufffd_declined")


async def test_a_released_claim_is_free_at_once_under_a_higher_fence(scene: Scene) -> None:
    """At most once as well: it did not happen. The fence that was given back is worth nothing."""
    first = await claimed(scene)
    assert await scene.vault.effects.release(CALL, "charge", first)
    second = await claimed(scene)
    assert second > first
    assert not await scene.vault.effects.record(CALL, "charge", first, b"x")
    assert await scene.vault.effects.record(CALL, "charge", second, b"x")


async def test_nobody_records_what_was_not_claimed(scene: Scene) -> None:
    """Any fence, no row."""
    assert not await scene.vault.effects.record(CALL, "charge", scene.clock(), b"x")
    await claimed(scene)
    assert not await scene.vault.effects.record(CALL, "mail", scene.clock(), b"x")
    assert not await scene.vault.effects.record(CALL, "charge", 0, b"x")


async def test_results_may_be_empty_or_large(scene: Scene) -> None:
    """Bytes are given back as they are."""
    for name, result in (("nothing", b""), ("bytes", bytes(range(256)) * 4000)):
        fence = await claimed(scene, name)
        assert await scene.vault.effects.record(CALL, name, fence, result)
        assert await claim(scene, name) == Recorded(result)


async def test_without_its_key_a_result_stays(scene: Scene) -> None:
    """It is said, and not run again; with the key back it opens."""
    assert await scene.vault.effects.record(CALL, "charge", await claimed(scene), b"x")
    stranger = Vault.open(scene.url, KeyRing.load(KeyRing.new_key()), scene.clock)
    await stranger.start()
    with pytest.raises(VaultLocked):
        await claim(scene, vault=stranger, retry_lapsed=True)
    await stranger.close()
    assert await claim(scene) == Recorded(b"x")


@pytest.mark.attack("E2")
async def test_a_result_opens_for_its_call_and_name_only(scene: Scene) -> None:
    """In another row, or emptied, it does not, and is not run again; put back, it opens."""
    for name in ("a", "b"):
        assert await scene.vault.effects.record(CALL, name, await claimed(scene, name), name.encode())
    rows = await scene.vault.storage.read(lambda c: {row.digest: row.sealed for row in c.execute(select(effects))})

    async def put(digest: bytes, sealed: bytes) -> None:
        statement = update(effects).where(effects.c.digest == digest).values(sealed=sealed)
        await scene.vault.storage.write(lambda c: c.execute(statement))

    for digest, other in zip(rows, reversed(rows), strict=True):
        for wrong in (rows[other], b""):
            await put(digest, wrong)
            locked = 0
            for name in ("a", "b"):
                try:
                    await claim(scene, name, retry_lapsed=True)
                except VaultLocked:
                    locked += 1
            assert locked == 1
        await put(digest, rows[digest])
    assert [await claim(scene, name) for name in ("a", "b")] == [Recorded(b"a"), Recorded(b"b")]


async def test_the_sweep_takes_what_need_not_be_kept(scene: Scene) -> None:
    """A page at a time, recorded or not; a lease is never swept away under its holder."""
    for name in ("a", "b", "c"):
        await claimed(scene, name)
    store = scene.vault.effects
    assert await store.claim(CALL, "long", lease=2 * KEEP, keep=KEEP, retry_lapsed=False)
    scene.clock.pass_by(minutes=59)
    assert await store.sweep(scene.clock()) == 0
    scene.clock.pass_by(minutes=1, seconds=1)
    assert await store.sweep(scene.clock(), limit=2) == 2
    assert await store.sweep(scene.clock(), limit=2) == 1
    assert isinstance(await claim(scene, "long"), Taken)


async def test_a_row_that_was_swept_gives_out_no_old_fence(scene: Scene) -> None:
    """Whoever slept through it all is still not heard."""
    old = await claimed(scene)
    scene.clock.pass_by(hours=2)
    assert await scene.vault.sweep() == 1
    new = await claimed(scene)
    assert new > old
    assert not await scene.vault.effects.record(CALL, "charge", old, b"old")
    assert await scene.vault.effects.record(CALL, "charge", new, b"new")


async def test_claiming_again_keeps_the_row_for_longer(scene: Scene) -> None:
    """The time to keep counts from the last claim."""
    await claimed(scene)
    scene.clock.pass_by(minutes=59)
    await claimed(scene, retry_lapsed=True)
    scene.clock.pass_by(minutes=59)
    assert await scene.vault.sweep() == 0


async def test_a_lease_is_never_shorter_than_was_said(scene: Scene) -> None:
    """Times are whole seconds; half of one is one."""
    await claim(scene, lease=timedelta(seconds=0.5))
    assert await claim(scene) == Taken()


@pytest.mark.parametrize("scene", ["sqlite"], indirect=True)
async def test_whoever_finds_the_row_gone_claims_anew(scene: Scene) -> None:
    """Between two statements of a claim somebody else deletes the row, here a trigger: it is to be tried again."""
    await claimed(scene)
    body = "BEGIN DELETE FROM elicitor_effects; END"
    trigger = f"CREATE TRIGGER sweep BEFORE UPDATE ON elicitor_effects {body}"
    await scene.vault.storage.write(lambda c: c.execute(text(trigger)))
    scene.clock.pass_by(minutes=1)
    assert await claim(scene, retry_lapsed=True) == Taken()
    assert await claim(scene, retry_lapsed=True) == Claimed(scene.clock())
