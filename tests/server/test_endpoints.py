"""Where a third party is to be talked to."""

from __future__ import annotations

import pytest

from elicitor import github
from elicitor.server.endpoints import endpoints_of
from elicitor.testing.stage import Stage
from server.workers import worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


async def test_from_its_metadata_or_from_the_catalogue(stage: Stage) -> None:
    """Whichever it has."""
    async with worker(stage) as house:
        found = await endpoints_of(house, house.provider("acme"))
        assert found.token == f"{stage.acme.issuer}/token"
        assert (await endpoints_of(house, github("id", "secret"))).token.startswith("https://github.com/")
