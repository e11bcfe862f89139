"""A call's time is machine time."""

from __future__ import annotations

import anyio
import pytest

from elicitor.client.limits import Limits, OutOfTime, human_time

pytestmark = pytest.mark.anyio


@pytest.mark.case("R081", "R083")
async def test_human_time_is_not_counted() -> None:
    """Five times the limit with a person, and then the machine still has its own."""
    limits = Limits(patience=60)
    with limits.call(0.1):
        with human_time():
            await anyio.sleep(0.5)
        await anyio.sleep(0.01)


async def test_machine_time_is_counted_around_human_time() -> None:
    """What was used before the person came is gone."""
    limits = Limits(patience=60)
    with pytest.raises(OutOfTime), limits.call(0.3):  # noqa: PT012
        await anyio.sleep(0.2)
        with human_time():
            await anyio.sleep(0.3)
        await anyio.sleep(10)


async def test_a_question_on_the_open_connection_stops_every_clock() -> None:
    """Of calls that run, and of calls that start meanwhile; afterwards they run."""
    limits = Limits(patience=60)

    async def call(seconds: float) -> bool:
        try:
            with limits.call(0.2):
                await anyio.sleep(seconds)
        except OutOfTime:
            return False
        return True

    results: list[bool] = []

    async def note(seconds: float) -> None:
        results.append(await call(seconds))

    async with anyio.create_task_group() as group:
        group.start_soon(note, 0.5)
        await anyio.sleep(0.02)
        with limits.human_time_for_all():
            group.start_soon(note, 0.5)
            await anyio.sleep(0.6)
    assert results == [True, True]
    assert not await call(10)


async def test_an_errand_stops_the_clock_until_it_ends() -> None:
    """An unknown name ends nothing; when no call is left the errand is forgotten."""
    limits = Limits(patience=60)
    with limits.call(0.2):
        limits.errand_begins("e-1")
        limits.errand_begins("e-1")
        await anyio.sleep(0.3)
        limits.errand_ends("e-2")
        await anyio.sleep(0.1)
        limits.errand_ends("e-1")
    with limits.call(0.2):
        limits.errand_begins("never ends")
    with pytest.raises(OutOfTime), limits.call(0.05):
        await anyio.sleep(10)


@pytest.mark.requirement("DONE-6")
async def test_human_time_ends_with_the_patience() -> None:
    """Nothing hangs."""
    limits = Limits(patience=0.1)
    with pytest.raises(OutOfTime), limits.call(0.1), human_time():
        await anyio.sleep(10)


async def test_without_a_limit_nothing_is_measured() -> None:
    """And human time outside a call is no matter."""
    limits = Limits(patience=0.01)
    with limits.call(None), human_time():
        await anyio.sleep(0.05)
