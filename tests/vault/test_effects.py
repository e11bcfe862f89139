"""What a call does once: claims, leases, results."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import anyio
import pytest
from sqlalchemy import update

from elicitor.errors import VaultLocked
from elicitor.identifiers import digest_of
from elicitor.vault.effects import Claim, Claimed, Failed, Lapsed, Recorded, Taken
from elicitor.vault.keys import KeyRing
from elicitor.vault.tables import effects
from elicitor.vault.vault import Vault
from vault.scene import Scene

pytestmark = pytest.mark.anyio

CALL, OTHER = digest_of("call"), digest_of("other call")


async def claim(scene: Scene, call: bytes = CALL, name: str = "charge", **options: Any) -> Claim:
    """For a minute, remembered for a day."""
    settings = {"lease": timedelta(minutes=1), "keep": timedelta(days=1), "retry_lapsed": False} | options
    return await scene.vault.effects.claim(call, name, **settings)


async def test_of_many_one_is_told_to_do_it(scene: Scene) -> None:
    """The others hear that it is being done; another effect and another call have their own."""
    claims: list[Claim] = []

    async def one() -> None:
        claims.append(await claim(scene))

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(one)
    assert claims.count(Claimed(1)) == 1
    assert claims.count(Taken()) == 19
    assert await claim(scene, name="mail") == Claimed(1)
    assert await claim(scene, call=OTHER) == Claimed(1)


async def test_its_result_is_given_to_whoever_comes_after(scene: Scene) -> None:
    """Sealed on the disk; and a failure in the same way."""
    await claim(scene)
    assert await scene.vault.effects.record(CALL, "charge", 1, b"receipt-4711")
    assert await claim(scene) == Recorded(b"receipt-4711")
    rows = await scene.vault.storage.read(lambda database: database.execute(effects.select()).all())
    assert b"4711" not in rows[0].sealed
    await claim(scene, name="mail")
    assert await scene.vault.effects.fail(CALL, "mail", 1, "TimeoutError")
    assert await claim(scene, name="mail") == Failed("TimeoutError")


async def test_a_claim_can_be_given_back(scene: Scene) -> None:
    """Once it is recorded it cannot."""
    await claim(scene)
    assert await scene.vault.effects.release(CALL, "charge", 1)
    assert await claim(scene) == Claimed(1)
    await scene.vault.effects.record(CALL, "charge", 1, b"x")
    assert not await scene.vault.effects.release(CALL, "charge", 1)


async def test_a_lapsed_claim_is_taken_over_only_where_the_author_said_so(scene: Scene) -> None:
    """And whoever comes back late cannot write over the one who went on."""
    await claim(scene)
    scene.clock.pass_by(seconds=59)
    assert await claim(scene, retry_lapsed=True) == Taken()
    scene.clock.pass_by(seconds=1)
    assert await claim(scene) == Lapsed()
    assert await claim(scene, retry_lapsed=True) == Claimed(2)
    assert not await scene.vault.effects.record(CALL, "charge", 1, b"late")
    assert await scene.vault.effects.record(CALL, "charge", 2, b"in time")
    assert await claim(scene) == Recorded(b"in time")


async def test_a_result_belongs_to_its_row(scene: Scene) -> None:
    """Moved to another effect, or without its key, it does not open; put back it does."""
    await claim(scene)
    await scene.vault.effects.record(CALL, "charge", 1, b"x")
    await claim(scene, name="mail")
    await scene.vault.effects.record(CALL, "mail", 1, b"y")
    rows = await scene.vault.storage.read(lambda database: database.execute(effects.select()).all())
    swapped = {row.digest: row.sealed for row in rows}
    first, second = swapped

    def swap(database: Any, back: bool) -> None:
        for digest, other in ((first, second), (second, first)):
            value = swapped[digest if back else other]
            database.execute(update(effects).where(effects.c.digest == digest).values(sealed=value))

    await scene.vault.storage.write(lambda database: swap(database, False))
    with pytest.raises(VaultLocked):
        await claim(scene)
    await scene.vault.storage.write(lambda database: swap(database, True))
    assert await claim(scene) == Recorded(b"x")
    stranger = Vault.open(scene.url, KeyRing.load(KeyRing.new_key()), scene.clock)
    await stranger.start()
    with pytest.raises(VaultLocked):
        await stranger.effects.claim(CALL, "charge", lease=timedelta(1), keep=timedelta(1), retry_lapsed=False)
    await stranger.close()


async def test_it_is_forgotten_in_the_end(scene: Scene) -> None:
    """After the time it was to be kept."""
    await claim(scene)
    scene.clock.pass_by(hours=23)
    assert await scene.vault.sweep() == 0
    scene.clock.pass_by(hours=2)
    assert await scene.vault.sweep() == 1
