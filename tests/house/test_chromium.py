"""The same way through the pages in a real browser: its own cookies, its own content security policy."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, async_playwright

from elicitor.testing.stage import Stage
from house.walking import client_of, grants, link_from_era_a, never

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


async def sign_in_at_the_box(page: Page, *, consent: bool) -> None:
    """Choose alice, and allow where it is asked."""
    await page.locator("input[value=alice]").check()
    await page.get_by_role("button", name="Sign in").click()
    if consent:
        await page.get_by_role("button", name="Allow").click()


@pytest.mark.requirement("TP-3", "TP-6", "TP-7", "URL-9")
@pytest.mark.attack("D1")
async def test_alice_connects_her_account_in_chromium(stage: Stage) -> None:
    """Consent, the page with a link onward, the third party, and the page that says it is done; no script runs."""
    async with (
        client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client,
        async_playwright() as playwright,
    ):
        url, _ = await link_from_era_a(client)
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        try:
            page = await (await browser.new_context(java_script_enabled=False)).new_page()
            await page.goto(url)
            await sign_in_at_the_box(page, consent=await page.get_by_role("button", name="Allow").count() > 0)
            if await page.get_by_role("button", name="Allow").count():
                await page.get_by_role("button", name="Allow").click()
            await page.get_by_role("button", name="Continue to Acme Files").click()
            await page.get_by_role("link", name="Go to Acme Files").click()
            await sign_in_at_the_box(page, consent=True)
            await page.get_by_role("heading", name="Acme Files is connected").wait_for()
            assert "code=" not in page.url
        finally:
            await browser.close()
        assert grants(stage) == 1
        assert not (await client.call_tool("list_files", {})).is_error
