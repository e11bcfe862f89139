"""Coming back: clean addresses, a new session id, and a way on where something failed."""

from __future__ import annotations

import pytest

from elicitor.testing import Fault, ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from house.walking import client_of, link_from_era_a, never, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


async def link(stage: Stage) -> str:
    """Alice's link."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        return (await link_from_era_a(client))[0]


@pytest.mark.attack("D5")
async def test_neither_code_nor_state_stays_in_the_address_bar(stage: Stage) -> None:
    """After sign-in and after the third party; no page carries them, or sends them on."""
    url = await link(stage)
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "alice")
        assert page.url == url
        done = await walk(browser, url, "alice")
        assert done.url == f"{stage.origin}/connect/done/acme"
        assert done.headers["referrer-policy"] == "no-referrer"
        assert "code=" not in done.html


@pytest.mark.attack("A5")
async def test_a_sign_in_gives_a_new_session_and_ends_the_old_one(stage: Stage) -> None:
    """A cookie that was there before is not adopted."""
    url = await link(stage)
    async with ScriptedBrowser() as browser:
        await sign_in(await browser.open(url), "alice")
        first = browser.cookies.copy()
        await sign_in(await browser.open(f"{url}/sign-in"), "alice")
        assert (await browser.open(url)).status == 200
    async with ScriptedBrowser(first) as old:
        page = await old.open(url)
        assert page.url.startswith(stage.authority.issuer) or "Continue" not in " ".join(page.buttons)


async def test_after_a_refusal_there_is_a_way_back_for_this_browser_only(stage: Stage) -> None:
    """Another browser with the same address is told nothing."""
    url = await link(stage)
    async with ScriptedBrowser() as browser:
        stage.acme.misbehave(Fault.DENIAL)
        stopped = await walk(browser, url, "alice", to=f"{stage.origin}/connect/callback")
        async with ScriptedBrowser() as other:
            assert "Back to the start" not in (await other.open(stopped.stopped_before)).html
        page = await browser.open(stopped.stopped_before)
        assert "Back to the start" in page.html
        page = await page.click("Back to the start")
        assert "Continue to Acme Files" in page.buttons


async def test_the_last_page_is_for_who_connected_something(stage: Stage) -> None:
    """Others are told that there is nothing to show."""
    async with ScriptedBrowser() as browser:
        page = await browser.open(f"{stage.origin}/connect/done/acme")
        assert (page.status, "nothing to show" in page.text) == (410, True)
