"""Giving tokens back never stands in anybody's way."""

from __future__ import annotations

import pytest

from elicitor import github
from elicitor.credential import Credential
from elicitor.secret import Secret
from elicitor.server.freshness import ReconnectNeeded, renew_grant
from elicitor.server.revocation import revoke_quietly
from elicitor.testing import Fault
from elicitor.testing.stage import Stage
from server.workers import connect_alice, grant_of_alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.case("R163", "R164")
async def test_a_revoked_grant_is_dead_at_the_provider(stage: Stage) -> None:
    """The refresh token first; twice is no fault."""
    await connect_alice(stage)
    async with worker(stage) as house:
        grant = await grant_of_alice(stage, house)
        provider = house.provider("acme")
        assert await revoke_quietly(house, provider, grant.credential)
        assert await revoke_quietly(house, provider, grant.credential)
        with pytest.raises(ReconnectNeeded):
            await renew_grant(house, grant)


async def test_a_provider_that_cannot_is_written_down(stage: Stage) -> None:
    """And nothing is raised: one is silent, the other has no such endpoint."""
    async with worker(stage) as house:
        house.metadata._known.clear()
        stage.acme.misbehave(Fault.METADATA_500)
        token = Credential(Secret("x"))
        assert not await revoke_quietly(house, house.provider("acme"), token)
        assert not await revoke_quietly(house, github("id", "secret"), token)
        codes = [event.code for event in await house.vault.events.recent()]
        assert {"revocation_failed", "revoked"} <= set(codes)
