"""What is good for one use."""

from __future__ import annotations

import anyio
import pytest

from vault.scene import Scene

pytestmark = pytest.mark.anyio


@pytest.mark.attack("C6")
async def test_of_many_who_use_it_at_once_one_succeeds(scene: Scene) -> None:
    """Fifty at a time; something else can still be used."""
    used: list[bool] = []
    until = scene.clock() + 60

    async def use() -> None:
        used.append(await scene.vault.spent.spend(b"one", until))

    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(use)
    assert sum(used) == 1
    assert await scene.vault.spent.spend(b"other", until)


async def test_it_is_forgotten_when_nobody_can_bring_it_back(scene: Scene) -> None:
    """And not before."""
    await scene.vault.spent.spend(b"one", scene.clock() + 60)
    assert await scene.vault.sweep() == 0
    scene.clock.pass_by(seconds=61)
    assert await scene.vault.sweep() == 1
    assert await scene.vault.spent.spend(b"one", scene.clock() + 60)
