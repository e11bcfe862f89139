"""Single use, on every database."""

from __future__ import annotations

import anyio
import pytest
from sqlalchemy import func, select, text

from elicitor.errors import Misuse
from elicitor.identifiers import digest_of
from elicitor.vault.tables import spent
from vault.scene import NOON, Scene

pytestmark = pytest.mark.anyio


@pytest.mark.attack("C6")
async def test_what_was_used_is_used(scene: Scene) -> None:
    """Once; something else is not touched by it."""
    assert await scene.vault.spent.spend(digest_of("one"), NOON + 60)
    assert not await scene.vault.spent.spend(digest_of("one"), NOON + 60)
    assert not await scene.vault.spent.spend(digest_of("one"), NOON + 6000)
    assert await scene.vault.spent.spend(digest_of("two"), NOON + 60)


@pytest.mark.attack("C6")
async def test_of_fifty_at_once_one_uses_it(scene: Scene) -> None:
    """From as many threads as there are."""
    told = []

    async def use() -> None:
        told.append(await scene.vault.spent.spend(digest_of("one"), NOON + 60))

    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(use)
    assert sorted(told) == [False] * 49 + [True]


async def test_it_is_committed_when_it_is_answered(scene: Scene) -> None:
    """Another connection sees it, and a write afterwards is not held up by it."""
    assert await scene.vault.spent.spend(digest_of("one"), NOON + 60)
    count = select(func.count()).select_from(spent)
    assert await scene.vault.storage.read(lambda c: c.scalar(count)) == 1
    assert await scene.mint()


@pytest.mark.attack("C6")
async def test_it_is_remembered_until_its_moment_and_then_forgotten(scene: Scene) -> None:
    """A page at a time; what is still good is kept."""
    for number in range(3):
        assert await scene.vault.spent.spend(digest_of(str(number)), NOON + 60)
    assert await scene.vault.spent.spend(digest_of("later"), NOON + 61)
    assert await scene.vault.spent.sweep(NOON + 59) == 0
    assert not await scene.vault.spent.spend(digest_of("0"), NOON + 60)
    assert await scene.vault.spent.sweep(NOON + 60, limit=2) == 2
    assert await scene.vault.spent.sweep(NOON + 60, limit=2) == 1
    assert not await scene.vault.spent.spend(digest_of("later"), NOON + 61)


@pytest.mark.attack("C6")
async def test_when_it_cannot_be_written_down_it_is_an_error(scene: Scene) -> None:
    """Never a yes; and afterwards it works again."""
    await scene.vault.storage.write(lambda c: c.execute(text("ALTER TABLE elicitor_spent RENAME TO gone")))
    for _ in range(6):
        with pytest.raises(Misuse) as refusal:
            await scene.vault.spent.spend(digest_of("one"), NOON + 60)
        assert refusal.value.code == "storage_schema_missing"
    await scene.vault.storage.write(lambda c: c.execute(text("ALTER TABLE gone RENAME TO elicitor_spent")))
    assert await scene.vault.spent.spend(digest_of("one"), NOON + 60)
