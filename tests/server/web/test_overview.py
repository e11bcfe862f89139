"""The page without a ticket."""

from __future__ import annotations

import pytest

from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from server.workers import connect_alice

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.case("R105", "R114")
async def test_it_shows_the_visitor_their_own_accounts_and_nobody_elses(stage: Stage) -> None:
    """After a sign-in, and without changing anything."""
    await connect_alice(stage)
    for user, said in (("alice", "connected as"), ("bob", "not connected")):
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(f"{stage.origin}/connect/"), user)
            assert page.status == 200
            assert page.url.endswith("/connect/")
            assert said in page.text
