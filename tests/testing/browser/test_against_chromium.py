"""The scripted browser against the real one: each small journey must send the same headers, byte for byte."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import anyio
import pytest
from playwright.async_api import Browser, Page, async_playwright

from elicitor.testing import Blocked, Listener, ScriptedBrowser, run_app
from testing.browser.chromium_scenarios import Step, scenarios
from testing.browser.echo import Echo

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = tuple(scenarios(0))


@dataclass
class Stage:
    """What every journey needs."""

    echo: Echo
    port: int
    chromium: Browser


@pytest.fixture(scope="module")
async def stage(anyio_backend: str) -> AsyncIterator[Stage]:
    """One site and one Chromium for all journeys."""
    echo, listener = Echo(), Listener.open()
    async with run_app(echo.app(), listener), async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield Stage(echo, listener.port, chromium)
        await chromium.close()


@pytest.mark.parametrize("name", NAMES)
async def test_both_browsers_send_the_same(stage: Stage, name: str) -> None:
    """Sec-Fetch-*, Origin, Referer, cookies, content type and body of every request are the same."""
    steps = scenarios(stage.port)[name]
    real = await _by_chromium(stage, steps)
    ours = await _by_script(stage, steps)
    assert ours == real


async def _by_chromium(stage: Stage, steps: Sequence[Step]) -> list[dict[str, str]]:
    context = await stage.chromium.new_context(locale="en")
    page = await context.new_page()
    for verb, url in steps:
        if verb == "open":
            await page.goto(url)
        else:
            await _press(page, "a" if verb == "click" else "button")
    await context.close()
    return stage.echo.take()


async def _press(page: Page, selector: str) -> None:
    """Press a link or button, and wait until the journey has ended or the policy has stopped it."""
    over = anyio.Event()
    page.on("console", lambda message: over.set() if "form-action" in message.text else None)
    page.on("domcontentloaded", lambda _: over.set())
    await page.locator(selector).focus()
    await page.keyboard.press("Enter")
    with anyio.fail_after(10):
        await over.wait()


async def _by_script(stage: Stage, steps: Sequence[Step]) -> list[dict[str, str]]:
    async with ScriptedBrowser() as browser:
        page = None
        for verb, url in steps:
            try:
                if verb == "open":
                    page = await browser.open(url)
                    continue
                assert page is not None
                page = await (page.click("Go there") if verb == "click" else page.submit("Send"))
            except Blocked:
                break
    return stage.echo.take()
