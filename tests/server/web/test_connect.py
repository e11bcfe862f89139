"""The connect page: what its buttons do, and what a second tab does."""

from __future__ import annotations

import pytest

from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from house.walking import client_of, codes, grants, link_from_era_a, never, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.fixture
async def url(stage: Stage) -> str:
    """Alice's link."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        return (await link_from_era_a(client))[0]


@pytest.mark.requirement("SENS-1", "TP-6")
async def test_the_page_names_server_client_account_and_scopes(stage: Stage, url: str) -> None:
    """And sends nobody on by itself."""
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "alice")
        for said in ("Files", "mcp-client", "Alice Liddell", "read the names of your files", "No, do not connect"):
            assert said in page.text + " ".join(page.buttons)
        assert page.url == url


async def test_no_is_an_outcome(stage: Stage, url: str) -> None:
    """Written down; the link is over."""
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "alice")
        assert "Nothing was connected" in (await page.submit("No, do not connect")).text
        assert "declined_on_page" in await codes(stage)
        assert (await browser.open(url)).status == 403


async def test_somebody_else_can_sign_in_instead(stage: Stage, url: str) -> None:
    """The session ends; bob may sign in, and the link is not his."""
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "alice")
        page = await page.submit("I am not Alice Liddell")
        page = await sign_in(await page.click("Sign in"), "bob")
        assert page.status == 403


@pytest.mark.attack("C13")
async def test_a_second_tab_replaces_the_first_trip(stage: Stage, url: str) -> None:
    """The first comes back to a page that says it is over; the second is served."""
    callback = f"{stage.origin}/connect/callback"
    async with ScriptedBrowser() as browser:
        first = await walk(browser, url, "alice", to=callback)
        second = await walk(browser, url, "alice", to=callback)
        assert (await browser.open(first.stopped_before)).status in {400, 410}
        assert grants(stage) == 0
        assert "is connected" in (await browser.open(second.stopped_before)).text
    assert stage.acme.token_calls == 1


async def test_a_post_after_the_session_ended_offers_to_sign_in_again(stage: Stage, url: str) -> None:
    """With 200, so that the browser does not warn; and the way leads back."""
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "alice")
        browser.cookies.clear()
        page = await page.submit("Continue to Acme Files")
        assert (page.status, "Sign in to go on" in page.text) == (200, True)
        page = await sign_in(await page.click("Sign in"), "alice")
        assert "Continue to Acme Files" in page.buttons


@pytest.mark.attack("A1")
async def test_three_wrong_people_and_the_link_is_closed(stage: Stage, url: str) -> None:
    """Two stray clicks do no harm."""
    for number in range(3):
        if number == 2:
            async with ScriptedBrowser() as browser:
                assert (await sign_in(await browser.open(url), "alice")).status == 200
        async with ScriptedBrowser() as browser:
            assert (await sign_in(await browser.open(url), "bob")).status == 403
    assert "ticket_void" in await codes(stage)
    async with ScriptedBrowser() as browser:
        assert (await sign_in(await browser.open(url), "alice")).status == 403
