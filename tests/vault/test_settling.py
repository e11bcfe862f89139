"""Storing a grant where there may be one already."""

from __future__ import annotations

import threading

import anyio
import pytest
from sqlalchemy import Connection, text

from elicitor.errors import VaultLocked
from elicitor.vault.keys import KeyRing
from elicitor.vault.records import Grant, GrantDraft
from elicitor.vault.seal import Sealer
from elicitor.vault.settling import allow_client, lock_grant, read_grant, store_grant
from elicitor.vault.storage import Storage
from vault.scene import ALICE, BOB, NOON, REPO, Scene, credential, wait_until

pytestmark = pytest.mark.anyio

WAITING = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


def draft(token: str, account: str = "4711") -> GrantDraft:
    """What a third party gave."""
    return GrantDraft(ALICE, "files", REPO, credential(token), account, "Alice")


async def store(scene: Scene, what: GrantDraft, client: str, sealer: Sealer | None = None) -> Grant:
    """Store it."""
    return await scene.vault.storage.write(
        lambda database: store_grant(database, sealer or scene.vault.sealer, what, client, NOON)
    )


async def test_the_first_is_inserted_and_the_next_replaces_it(scene: Scene) -> None:
    """One row, whose version counts."""
    first = await store(scene, draft("one"), "a")
    second = await store(scene, draft("two"), "b")
    assert (first.version, second.version, second.id) == (1, 2, first.id)
    assert second.clients == {"a", "b"}
    third = await store(scene, draft("three", account="another"), "c")
    assert third.clients == {"c"}


@pytest.mark.case("R169")
async def test_a_grant_that_nothing_opens_is_replaced(scene: Scene) -> None:
    """Its key is lost: the person connects anew, and the other clients have to ask again."""
    await store(scene, draft("one"), "a", Sealer(KeyRing.load(KeyRing.new_key())))
    with pytest.raises(VaultLocked):
        await scene.vault.grants.find(ALICE, "files")
    grant = await store(scene, draft("two"), "b")
    assert grant.clients == {"b"}
    assert await scene.vault.grants.find(ALICE, "files") == grant


async def test_a_client_is_allowed_once(scene: Scene) -> None:
    """Twice does no harm, and names of any length are kept apart."""
    grant = await store(scene, draft("one"), "a")
    long = ["é" * 1024, "é" * 1023 + "e"]

    def work(database: Connection) -> Grant:
        for client in ("a", "b", "b", *long):
            allow_client(database, grant.id, client, NOON)
        return read_grant(database, scene.vault.sealer, ALICE, "files")

    assert (await scene.vault.storage.write(work)).clients == {"a", "b", *long}


async def test_only_the_row_that_is_there_is_locked(scene: Scene) -> None:
    """Somebody else's is not found."""
    grant = await store(scene, draft("one"), "a")
    row = await scene.vault.storage.write(lambda database: lock_grant(database, ALICE, "files"))
    assert row is not None
    assert row.id == grant.id
    assert await scene.vault.storage.write(lambda database: lock_grant(database, BOB, "files")) is None


@pytest.mark.postgres
async def test_whoever_inserts_second_replaces(postgres_url: str) -> None:
    """Two transactions that both found nothing: the second waits for the first, and looks again."""
    sealer = Sealer(KeyRing.load(KeyRing.new_key()))
    storage = Storage(postgres_url)
    await storage.start()
    inserted = threading.Event()

    def first(database: Connection) -> None:
        store_grant(database, sealer, draft("one"), "a", NOON)
        inserted.set()
        wait_until(lambda: database.scalar(WAITING))

    async def second() -> Grant:
        await anyio.to_thread.run_sync(inserted.wait)
        return await storage.write(lambda c: store_grant(c, sealer, draft("two"), "b", NOON))

    async with anyio.create_task_group() as group:
        group.start_soon(storage.write, first)
        grant = await second()
    assert (grant.version, grant.clients) == (2, {"a", "b"})
    assert grant.credential == credential("two")
    await storage.close()
