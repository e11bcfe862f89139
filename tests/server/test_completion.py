"""Waiting for errands: woken at once in this process, soon in another, and never by a rumour."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

import anyio
import anyio.lowlevel
import pytest

from elicitor.protocol.lifecycle import Errand
from elicitor.server.completion import Completion

pytestmark = pytest.mark.anyio


class Rows:
    """The truth, and how often somebody looked at it."""

    def __init__(self, **errands: str) -> None:
        self.errands = {name.encode(): errand for name, errand in errands.items()}
        self.looks = 0

    async def errands_of(self, digests: Collection[bytes]) -> dict[bytes, str]:
        """As the store of tickets."""
        self.looks += 1
        await anyio.lowlevel.checkpoint()
        return {digest: self.errands[digest] for digest in digests if digest in self.errands}


def waiting_on(rows: Rows) -> Completion:
    """A completion on these rows."""
    return Completion(cast("Any", rows))


async def test_who_waits_is_woken_when_the_last_errand_has_ended() -> None:
    """And not by the first, nor by a bell that rang for nothing."""
    rows = Rows(a=Errand.STARTED, b=Errand.PENDING)
    completion = waiting_on(rows)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            ended: list[bool] = []

            async def wait() -> None:
                ended.append(await completion.wait_for_end([b"a", b"b"], 4))

            group.start_soon(wait)
            for digest, errand in ((b"a", Errand.REDEEMING), (b"a", Errand.COMPLETED), (b"b", Errand.DECLINED)):
                await anyio.sleep(0.02)
                assert ended == []
                rows.errands[digest] = errand
                completion.announce(digest)
    assert ended == [True]
    assert completion._bells == {}


async def test_an_end_in_another_process_is_seen_by_the_slow_look() -> None:
    """Nobody announces it here."""
    rows = Rows(a=Errand.PENDING)
    completion = waiting_on(rows)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(completion.wait_for_end, [b"a"], 4)
            await anyio.sleep(0.05)
            rows.errands[b"a"] = Errand.EXPIRED
    assert rows.looks <= 3


async def test_patience_ends() -> None:
    """And what is not there has ended."""
    completion = waiting_on(Rows(a=Errand.PENDING))
    assert not await completion.wait_for_end([b"a"], 0.05)
    assert await completion.wait_for_end([b"gone"], 0.05)
    assert completion._bells == {}
