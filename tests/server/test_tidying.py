"""What is over ends, and those who wait hear of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import anyio
import pytest

from elicitor import development_http
from elicitor.identifiers import digest_of
from elicitor.server.house import Settings
from elicitor.server.tidying import Tidier, lapse_tickets
from elicitor.testing.stage import Stage, set_stage
from house.walking import client_of, codes, link_from_era_a, never
from server.workers import worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


async def test_tickets_past_their_time_lapse(stage: Stage) -> None:
    """And not one second earlier."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
    digest = digest_of(url.rpartition("/")[2])
    async with worker(stage) as now, worker(stage, clock=lambda: 2**33) as later:
        assert await lapse_tickets(now) == 0
        assert await lapse_tickets(later) == 1
        assert await now.vault.tickets.errands_of([digest]) == {digest: "expired"}


async def test_tidying_happens_once_a_minute(stage: Stage) -> None:
    """By whoever passes."""
    times = iter([1_000, 1_000, 1_000, 1_059, 1_060, 1_060, 1_060])
    async with worker(stage, clock=lambda: next(times, 5_000)) as house:
        tidier = Tidier(house)
        await tidier.tidy_if_due()
        await tidier.tidy_if_due()
        await tidier.tidy_if_due()
    assert "tidying_failed" not in await codes(stage)


@pytest.mark.requirement("DONE-1", "DONE-3")
@pytest.mark.case("R062")
async def test_a_link_that_nobody_opened_ends_for_the_client_too() -> None:
    """The notice comes when its time is over; the next call asks anew."""
    heard: list[str] = []
    rung = anyio.Event()

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/elicitation/complete":
            heard.append(message.params.elicitation_id)
            rung.set()

    async with set_stage(development_http(), settings=Settings(ticket_life=timedelta(seconds=2))) as stage:
        token = await stage.token_for("alice")
        async with client_of(stage, token, "legacy", elicitation_callback=never, message_handler=hear) as client:
            url, elicitation_id = await link_from_era_a(client)
            with anyio.fail_after(10):
                await rung.wait()
            assert heard == [elicitation_id]
            assert (await link_from_era_a(client))[0] != url
