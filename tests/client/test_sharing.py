"""What several want at once is done once."""

from __future__ import annotations

import anyio
import anyio.lowlevel
import pytest

from elicitor.client.sharing import Shared

pytestmark = pytest.mark.anyio


async def test_those_who_come_meanwhile_share_the_result() -> None:
    """Who comes afterwards has it done anew, and so has another name."""
    shared: Shared[int] = Shared()
    runs: list[int] = []
    results: list[int] = []

    async def work() -> int:
        runs.append(1)
        await anyio.sleep(0.02)
        return len(runs)

    async def want() -> None:
        results.append(await shared.run("same", work))

    async with anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(want)
    assert results == [1] * 5
    assert await shared.run("same", work) == 2
    assert await shared.run("other", work) == 3


async def test_the_next_takes_over_from_one_who_was_called_off() -> None:
    """Nothing half done is shared."""
    shared: Shared[str] = Shared()

    async def forever() -> str:
        await anyio.sleep_forever()
        raise AssertionError

    async def quick() -> str:
        await anyio.lowlevel.checkpoint()
        return "done"

    async with anyio.create_task_group() as group:
        group.start_soon(shared.run, "same", forever)
        await anyio.lowlevel.checkpoint()
        async with anyio.create_task_group() as others:
            others.start_soon(shared.run, "same", quick)
            await anyio.sleep(0.01)
            group.cancel_scope.cancel()
