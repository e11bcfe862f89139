"""The event log, on every database."""

from __future__ import annotations

import pytest

from elicitor.events import Event
from elicitor.vault.event_log import EventLog
from vault.scene import NOON, Scene

pytestmark = pytest.mark.anyio


def event(code: str, at: int = NOON, **facts: str | int | bool) -> Event:
    """Something that happened."""
    return Event(code=code, at=at, facts=facts)


async def test_what_happened_is_read_newest_first(scene: Scene) -> None:
    """Every part of it, with facts of each kind."""
    first = Event("grant_stored", NOON, "info", "", {"connection": "files", "version": 2, "fresh": True})
    second = Event("wrong_visitor", NOON + 1, "refused", "K7M2QRST", {"note": "é\U0001f600\ufffd"})
    await scene.vault.events.append(first)
    await scene.vault.events.append(second)
    assert await scene.vault.events.recent() == [second, first]
    assert await scene.vault.events.recent("grant_stored") == [first]
    assert await scene.vault.events.recent(limit=1) == [second]
    assert await scene.vault.events.recent("nothing") == []


async def test_strange_letters_do_not_stop_the_log(scene: Scene) -> None:
    """A fact holds what a stranger wrote; the name of a fact and a code are tidied alike."""
    await scene.vault.events.append(Event("x\x00", NOON, "info\x00", "\ud800", {"a\x00b": "\ud800"}))
    (read,) = await scene.vault.events.recent()
    assert (read.code, read.severity, read.reference) == ("x\ufffd", "info\ufffd", "\ufffd")


async def test_old_events_are_swept(scene: Scene) -> None:
    """By age, a page at a time."""
    for at in range(5):
        await scene.vault.events.append(event("x", NOON + at))
    assert await scene.vault.events.sweep(NOON + 3, limit=2) == 2
    assert await scene.vault.events.sweep(NOON + 3, limit=2) == 1
    assert [read.at for read in await scene.vault.events.recent()] == [NOON + 4, NOON + 3]


async def test_a_flood_of_events_does_not_fill_the_disk(scene: Scene) -> None:
    """Beyond the most that are kept, the oldest go, however young."""
    log = EventLog(scene.vault.storage, keep=4)
    for number in range(6):
        await log.append(event(f"x{number}"))
    assert await log.sweep(0) == 2
    assert await log.sweep(0) == 0
    assert [read.code for read in await log.recent()] == ["x5", "x4", "x3", "x2"]
