"""A grant stays fresh: one refresh at a time, and only a definitive refusal ends it."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack

import anyio
import pytest

from elicitor.errors import ProviderUnreachable
from elicitor.server.freshness import ReconnectNeeded, fresh_grant, is_stale, renew_grant
from elicitor.server.house import House
from elicitor.testing import Fault
from elicitor.testing.stage import Stage
from elicitor.vault.records import Grant
from house.walking import client_of, link_from_era_a, never
from server.workers import connect_alice, grant_of_alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.attack("B13")
@pytest.mark.case("R150", "R151")
async def test_twenty_callers_in_two_workers_refresh_once(stage: Stage) -> None:
    """The provider revokes the whole family when a refresh token comes twice: it must not."""
    await connect_alice(stage)
    got: list[Grant] = []

    async def refresh_in(house: House, grant: Grant) -> None:
        got.append(await renew_grant(house, grant))

    async with worker(stage) as first, worker(stage) as second:
        grant = await grant_of_alice(stage, first)
        async with anyio.create_task_group() as callers:
            for house in [first, second] * 10:
                callers.start_soon(refresh_in, house, grant)
        assert stage.acme.refresh_calls == 1
        assert {found.version for found in got} == {grant.version + 1}
        assert (await renew_grant(second, got[0])).version == grant.version + 2  # the family lives


@pytest.mark.case("R157", "R158")
async def test_a_token_counts_as_over_a_minute_before_its_end(stage: Stage) -> None:
    """One tick earlier no call is made; a restart in between changes nothing."""
    await connect_alice(stage)
    async with AsyncExitStack() as workers:
        house = await workers.enter_async_context(worker(stage))
        grant = await grant_of_alice(stage, house)
        ends = grant.credential.expires_at
        assert ends is not None
        assert abs(ends - time.time() - 3600) < 60
        assert (is_stale(grant, ends - 61), is_stale(grant, ends - 60)) == (False, True)
        assert await fresh_grant(house, grant) == grant
        later = await workers.enter_async_context(worker(stage, clock=lambda: ends - 60))
        assert (await fresh_grant(later, grant)).version == grant.version + 1
        assert stage.acme.refresh_calls == 1


@pytest.mark.case("R154")
@pytest.mark.parametrize("fault", [Fault.STATUS_500, Fault.STATUS_429, Fault.HTML_200])
async def test_a_provider_in_trouble_changes_nothing(stage: Stage, fault: Fault) -> None:
    """Try again later, and later it goes."""
    await connect_alice(stage)
    async with worker(stage) as house:
        grant = await grant_of_alice(stage, house)
        stage.acme.misbehave(fault)
        with pytest.raises(ProviderUnreachable):
            await renew_grant(house, grant)
        assert await grant_of_alice(stage, house) == grant
        assert (await renew_grant(house, grant)).version == grant.version + 1


@pytest.mark.attack("B14")
async def test_a_lost_reply_leaves_an_unknown_outcome_that_is_not_tried_blindly(stage: Stage) -> None:
    """Nobody knows whether the refresh token is spent, so the person is asked."""
    await connect_alice(stage)
    async with worker(stage) as house:
        grant = await grant_of_alice(stage, house)
        stage.acme.misbehave(Fault.LOST_REPLY)
        with pytest.raises(ProviderUnreachable):
            await renew_grant(house, grant)
        calls = stage.acme.refresh_calls
        assert (await grant_of_alice(stage, house)).status == "unknown"
        with pytest.raises(ReconnectNeeded):
            await renew_grant(house, grant)
        assert stage.acme.refresh_calls == calls


@pytest.mark.case("R153")
async def test_a_reply_without_a_refresh_token_keeps_the_old_one(stage: Stage) -> None:
    """Twice in a row, and from another process."""
    await connect_alice(stage)
    async with worker(stage) as first, worker(stage) as second:
        grant = await grant_of_alice(stage, first)
        stage.acme.misbehave(Fault.NO_REFRESH_TOKEN)
        renewed = await renew_grant(first, grant)
        assert renewed.credential.refresh_token == grant.credential.refresh_token
        read = await grant_of_alice(stage, second)
        assert read.credential.refresh_token == grant.credential.refresh_token


@pytest.mark.case("R155")
async def test_a_revoked_grant_asks_the_person_once_and_is_not_refreshed_again(stage: Stage) -> None:
    """The API says 401, the refresh is refused for good, and the same call answers with a new link."""
    await connect_alice(stage)
    stage.acme.revoke_user("alice")
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        calls = stage.acme.refresh_calls
        assert calls == 1
        assert (await link_from_era_a(client))[0] == url
        assert stage.acme.refresh_calls == calls
    async with worker(stage) as house:
        assert (await grant_of_alice(stage, house)).status == "needs_reconnect"
