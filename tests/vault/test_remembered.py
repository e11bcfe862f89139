"""Answers that are kept for a person."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from elicitor.errors import Misuse, VaultLocked
from elicitor.vault.columns import owner_key
from elicitor.vault.tables import remembered
from vault.scene import ALICE, BOB, Scene

pytestmark = pytest.mark.anyio


async def test_what_is_kept_is_found_by_its_owner_and_name(scene: Scene) -> None:
    """And by nobody else; a second one takes the place of the first."""
    store = scene.vault.remembered
    await store.put(ALICE, "size", b"small")
    await store.put(ALICE, "size", b"large")
    await store.put(ALICE, "colour", b"red")
    assert await store.find(ALICE, "size") == b"large"
    assert await store.find(BOB, "size") is None
    assert await store.find(ALICE, "shape") is None
    assert [(each.name, each.updated_at) for each in await store.list(ALICE)] == [
        ("colour", scene.clock()),
        ("size", scene.clock()),
    ]
    assert await store.list(BOB) == []


async def test_it_is_erased_once(scene: Scene) -> None:
    """By its owner."""
    store = scene.vault.remembered
    await store.put(ALICE, "size", b"small")
    assert not await store.erase(BOB, "size")
    assert await store.erase(ALICE, "size")
    assert not await store.erase(ALICE, "size")
    assert await store.find(ALICE, "size") is None


async def test_a_row_under_another_persons_key_does_not_open(scene: Scene) -> None:
    """Under its own it does."""
    store = scene.vault.remembered
    await store.put(ALICE, "size", b"small")

    def move(to: bytes) -> object:
        return update(remembered).values(owner_key=to)

    await scene.vault.storage.write(lambda database: database.execute(move(owner_key(BOB))))  # type: ignore[call-overload]
    with pytest.raises(VaultLocked):
        await store.find(BOB, "size")
    await scene.vault.storage.write(lambda database: database.execute(move(owner_key(ALICE))))  # type: ignore[call-overload]
    assert await store.find(ALICE, "size") == b"small"


@pytest.mark.parametrize("name", ["", "x" * 201, "a\nb", "\u202e"])
async def test_a_name_that_is_none_is_refused(scene: Scene, name: str) -> None:
    """Letters of any language are."""
    with pytest.raises(Misuse):
        await scene.vault.remembered.put(ALICE, name, b"x")
    await scene.vault.remembered.put(ALICE, "größe 大", b"x")
    assert await scene.vault.remembered.find(ALICE, "größe 大") == b"x"
