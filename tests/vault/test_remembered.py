"""Answers that are kept for a person, on every database."""

from __future__ import annotations

import anyio
import pytest
from sqlalchemy import select, update

from elicitor.errors import Misuse, Refused, VaultLocked
from elicitor.principal import Owner
from elicitor.vault.keys import KeyRing
from elicitor.vault.records import Remembered
from elicitor.vault.tables import remembered
from elicitor.vault.vault import Vault
from vault.scene import ALICE, BOB, NOON, Scene

pytestmark = pytest.mark.anyio


async def test_what_was_put_is_found_until_it_is_erased(scene: Scene) -> None:
    """And again after that."""
    store = scene.vault.remembered
    assert await store.find(ALICE, "display-name") is None
    for value in (b"Alice", b""):
        await store.put(ALICE, "display-name", value)
        assert await store.find(ALICE, "display-name") == value
        assert await store.erase(ALICE, "display-name")
        assert await store.find(ALICE, "display-name") is None
        assert not await store.erase(ALICE, "display-name")


async def test_a_later_answer_replaces_the_earlier_one(scene: Scene) -> None:
    """One is kept for each name."""
    store = scene.vault.remembered
    for value in (b"one", b"two", b"three"):
        await store.put(ALICE, "display-name", value)
    await store.put(ALICE, "Display-Name", b"another")
    assert await store.find(ALICE, "display-name") == b"three"
    assert len(await store.list(ALICE)) == 2


async def test_the_list_says_what_is_kept_and_since_when(scene: Scene) -> None:
    """By name, and nothing of what was answered."""
    store = scene.vault.remembered
    assert await store.list(ALICE) == []
    await store.put(ALICE, "seat", b"window")
    await store.put(ALICE, "meal", b"none")
    scene.clock.pass_by(days=400)
    await scene.vault.sweep()
    await store.put(ALICE, "seat", b"aisle")
    assert await store.list(ALICE) == [Remembered("meal", NOON), Remembered("seat", scene.clock())]


@pytest.mark.attack("A11", "A14")
async def test_it_is_kept_for_one_person(scene: Scene) -> None:
    """Another subject, issuer or tenant finds, lists and erases nothing of it."""
    store = scene.vault.remembered
    await store.put(ALICE, "seat", b"window")
    for stranger in (BOB, Owner("", "https://other.example.com", "alice"), Owner("acme", ALICE.issuer, "alice")):
        assert await store.find(stranger, "seat") is None
        assert await store.list(stranger) == []
        assert not await store.erase(stranger, "seat")
        await store.put(stranger, "seat", b"theirs")
        assert await store.find(stranger, "seat") == b"theirs"
    assert await store.find(ALICE, "seat") == b"window"


@pytest.mark.attack("E2", "E3")
async def test_an_answer_opens_in_its_own_row_only(scene: Scene) -> None:
    """Another person's, another name's, an older one, and one from before it was erased; put back, it opens."""
    store = scene.vault.remembered
    sealed: dict[str, bytes] = {}

    async def keep(owner: Owner, name: str, value: bytes) -> None:
        await store.put(owner, name, value)
        query = select(remembered.c.sealed).where(remembered.c.name == name, remembered.c.subject == owner.subject)
        content: bytes | None = await scene.vault.storage.read(lambda c: c.scalar(query))
        assert content is not None
        sealed[value.decode()] = content

    async def write_back(value: str) -> None:
        row = (remembered.c.name == "seat", remembered.c.subject == "alice")
        statement = update(remembered).where(*row).values(sealed=sealed[value])
        await scene.vault.storage.write(lambda c: c.execute(statement))

    await keep(ALICE, "seat", b"erased")
    await store.erase(ALICE, "seat")
    await keep(ALICE, "seat", b"old")
    await keep(ALICE, "seat", b"new")
    await keep(ALICE, "meal", b"other name")
    await keep(BOB, "seat", b"other person")
    for wrong in ("erased", "old", "other name", "other person"):
        await write_back(wrong)
        with pytest.raises(VaultLocked) as refusal:
            await store.find(ALICE, "seat")
        assert refusal.value.code == "seal_broken"
    await write_back("new")
    assert await store.find(ALICE, "seat") == b"new"


async def test_what_is_locked_is_listed_replaced_and_erased(scene: Scene) -> None:
    """Its key is lost: the person is asked anew, and can be rid of it."""
    for name in ("seat", "meal"):
        await scene.vault.remembered.put(ALICE, name, b"x")
    await scene.vault.close()
    scene.vault = Vault.open(scene.url, KeyRing.load(KeyRing.new_key()), scene.clock)
    await scene.vault.start()
    store = scene.vault.remembered
    with pytest.raises(VaultLocked) as refusal:
        await store.find(ALICE, "seat")
    assert refusal.value.code == "unknown_key"
    assert [kept.name for kept in await store.list(ALICE)] == ["meal", "seat"]
    await store.put(ALICE, "seat", b"anew")
    assert await store.find(ALICE, "seat") == b"anew"
    assert await store.erase(ALICE, "meal")


async def test_many_who_put_at_once_leave_one_answer(scene: Scene) -> None:
    """Whichever came last; it opens."""
    store = scene.vault.remembered
    values = [str(number).encode() for number in range(20)]
    async with anyio.create_task_group() as group:
        for value in values:
            group.start_soon(store.put, ALICE, "seat", value)
    assert await store.find(ALICE, "seat") in values
    versions = await scene.vault.storage.read(lambda c: c.scalars(select(remembered.c.version)).all())
    assert versions == [20]


@pytest.mark.parametrize("name", ["", "x" * 201, "a\nb", "a\x00", "\u202e", "\ud800"])
async def test_a_name_that_is_none_is_refused_everywhere(scene: Scene, name: str) -> None:
    """At each method that takes one. Letters of any language are names, up to 200 of them."""
    store = scene.vault.remembered
    for honest in ("größe 大", "𝕋" * 200):
        await store.put(ALICE, honest, b"x")
        assert await store.find(ALICE, honest) == b"x"
    for use in (store.find(ALICE, name), store.put(ALICE, name, b"x"), store.erase(ALICE, name)):
        with pytest.raises(Misuse) as refusal:
            await use
        assert refusal.value.code == "name_malformed"


@pytest.mark.postgres
async def test_whoever_is_overtaken_while_inserting_looks_again(postgres_url: str) -> None:
    """Somebody puts in the same moment, and erases it in the next: nothing is lost and nothing is an error."""
    vault = Vault.open(postgres_url, KeyRing.load(KeyRing.new_key()), lambda: NOON)
    await vault.start()
    store = vault.remembered

    async def put_and_erase() -> None:
        for _ in range(30):
            await store.put(ALICE, "seat", b"window")
            await store.erase(ALICE, "seat")

    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(put_and_erase)
    await store.put(ALICE, "seat", b"aisle")
    assert await store.find(ALICE, "seat") == b"aisle"
    await vault.close()


async def test_a_person_whose_name_no_database_can_hold_is_refused(scene: Scene) -> None:
    """As everywhere."""
    with pytest.raises(Refused) as refusal:
        await scene.vault.remembered.put(Owner("", ALICE.issuer, "a\x00"), "seat", b"x")
    assert refusal.value.code == "text_not_storable"
