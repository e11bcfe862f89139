"""The box's pages in a real browser: they work without scripts, and their policy blocks nothing of them."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from elicitor.testing import Client
from testing.browser.site import Site
from testing.chromium import chromium
from testing.flow import Flow

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def test_a_person_signs_in_and_allows(flow: Flow, site: Site) -> None:
    """With the keyboard; the style sheet is loaded, and the callback is reached by GET."""
    callback = f"{site.there}/end"
    flow.box.register(Client("app", (callback,), flow.secret, "The app"))
    complaints: list[str] = []
    async with chromium() as browser:
        context = await browser.new_context(java_script_enabled=False)
        page = await context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        await page.goto(flow.url(redirect_uri=callback))
        await page.get_by_label("bob").check()
        await page.get_by_role("button", name="Sign in").press("Enter")
        assert "signed in as bob" in await page.inner_text("main")
        await page.get_by_role("button", name="Allow").press("Enter")
        await page.wait_for_url(f"{callback}**")
        query = parse_qs(urlsplit(page.url).query)
    assert complaints == []
    assert flow.box.calls("/box.css") == 1
    assert (query["state"], query["iss"]) == ([flow.state], [flow.box.issuer])
    seen = site.echo.take()[-1]
    assert seen["request"].startswith("GET ")
    assert "referer" not in seen
    reply = await flow.redeem(query["code"][0], redirect_uri=callback)
    assert (await flow.read(reply.json()["access_token"])).claims["sub"] == "bob"
