"""The page without a ticket."""

from __future__ import annotations

import pytest

from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from house.attacking import FORM, knock, proof_on
from server.workers import alice, connect_alice

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


async def test_kept_answers_are_listed_and_forgotten_by_their_owner(stage: Stage) -> None:
    """By name only; bob sees and forgets nothing of alice's, and neither does a form of another site."""
    owner = alice(stage).owner
    await stage.house.start()
    for name in ("display-name", "size"):
        await stage.house.vault.remembered.put(owner, name, b'{"answer": "whispering"}')
    here = f"{stage.origin}/connect/"

    async def kept() -> list[str]:
        return [each.name for each in await stage.house.vault.remembered.list(owner)]

    async with ScriptedBrowser() as alices, ScriptedBrowser() as bobs:
        page = await sign_in(await alices.open(here), "alice")
        assert "display-name" in page.text
        assert "whispering" not in page.html
        assert "display-name" not in (await sign_in(await bobs.open(here), "bob")).text
        form = {"proof": proof_on(page), "forget": "size"}
        for browser, headers in ((bobs, FORM), (alices, {**FORM, "sec-fetch-site": "cross-site"})):
            assert (await knock(browser, here, method="POST", headers=headers, form=form)).status_code == 403
        assert await kept() == ["display-name", "size"]
        page = await page.submit("Forget")
        assert await kept() == ["size"]
        assert "display-name" not in page.text
        assert "size" in page.text
