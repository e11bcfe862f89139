"""Changing keys: old rows stay readable, are sealed anew, and lost ones are counted."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from elicitor.errors import VaultLocked
from elicitor.principal import Owner
from elicitor.secret import Secret
from elicitor.vault.keys import KeyRing
from elicitor.vault.vault import Vault
from vault.scene import ALICE, Scene, credential

pytestmark = pytest.mark.anyio


async def reopened(scene: Scene, *keys: Secret) -> Vault:
    """The same database under another ring."""
    await scene.vault.close()
    scene.vault = Vault.open(scene.url, KeyRing.load(*keys), scene.clock)
    await scene.vault.start()
    return scene.vault


@pytest.mark.case("R170")
async def test_after_a_new_key_the_old_one_can_be_retired(scene: Scene) -> None:
    """More rows than a page; content and versions stay, and the old key is needed no more."""
    owners = [Owner("", ALICE.issuer, f"person-{number}") for number in range(120)]
    before = [await scene.connect(owner, token=owner.subject) for owner in owners]
    new = KeyRing.new_key()
    vault = await reopened(scene, new, scene.key)
    assert [await vault.grants.find(owner, "files") for owner in owners] == before
    assert await vault.resealing.run() == 120
    assert await vault.resealing.run() == 0
    vault = await reopened(scene, new)
    assert await vault.resealing.count_locked() == 0
    assert [await vault.grants.find(owner, "files") for owner in owners] == before


@pytest.mark.case("R169")
async def test_without_the_old_key_rows_are_counted_and_stay(scene: Scene) -> None:
    """They say so one by one, nothing is deleted, and with the key back they open."""
    grant = await scene.connect()
    new = KeyRing.new_key()
    vault = await reopened(scene, new)
    assert await vault.resealing.count_locked() == 1
    for use in (vault.grants.find(ALICE, "files"), vault.grants.forget(ALICE, "files")):
        with pytest.raises(VaultLocked) as refusal:
            await use
        assert refusal.value.code == "unknown_key"
    assert await vault.resealing.run() == 0
    vault = await reopened(scene, new, scene.key)
    assert await vault.grants.find(ALICE, "files") == grant
    assert await vault.resealing.count_locked() == 0


async def test_a_broken_row_is_left_as_it_is(scene: Scene) -> None:
    """The rows beside it are sealed anew."""
    await scene.connect()
    other = await scene.connect(Owner("", ALICE.issuer, "other"))
    await scene.vault.storage.write(
        lambda database: database.execute(
            text("UPDATE elicitor_grants SET version = 77 WHERE id <> :id"), {"id": other.id}
        )
    )
    vault = await reopened(scene, KeyRing.new_key(), scene.key)
    assert await vault.resealing.run() == 1
    with pytest.raises(VaultLocked) as refusal:
        await vault.grants.find(ALICE, "files")
    assert refusal.value.code == "seal_broken"


@pytest.mark.case("R169", "R170")
async def test_kept_answers_are_counted_and_sealed_anew_too(scene: Scene) -> None:
    """As grants are; a broken one is left as it is."""
    for name in ("seat", "meal"):
        await scene.vault.remembered.put(ALICE, name, name.encode())
    await scene.vault.storage.write(
        lambda database: database.execute(text("UPDATE elicitor_remembered SET version = 7 WHERE name = 'meal'"))
    )
    new = KeyRing.new_key()
    vault = await reopened(scene, new)
    assert await vault.resealing.count_locked() == 2
    vault = await reopened(scene, new, scene.key)
    assert (await vault.resealing.count_locked(), await vault.resealing.run()) == (0, 1)
    vault = await reopened(scene, new)
    assert await vault.resealing.count_locked() == 1
    assert await vault.remembered.find(ALICE, "seat") == b"seat"


async def test_a_refresh_that_is_under_way_survives(scene: Scene) -> None:
    """The version does not change, so whoever holds the lease stores what it got."""
    grant = await scene.connect()
    assert await scene.vault.grants.lease(grant.id, grant.version, "worker", 30)
    vault = await reopened(scene, KeyRing.new_key(), scene.key)
    assert await vault.resealing.run() == 1
    renewed = await vault.grants.renew(grant, "worker", credential("second"))
    assert renewed is not None
    assert renewed.credential == credential("second")
