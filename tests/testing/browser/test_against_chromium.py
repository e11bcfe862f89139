"""The scripted browser against the real one: each small journey must send the same headers, byte for byte."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import anyio
import pytest
from playwright.async_api import ConsoleMessage, Page

from elicitor.testing import Blocked, Listener, ScriptedBrowser, run_app
from testing.browser.chromium_scenarios import POLICIES, Step, scenarios
from testing.browser.echo import Echo
from testing.chromium import chromium

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

ALWAYS = ("no-referrer, ", "same-origin, ", "form-action 'self', ")
NAMES = [
    name
    if name.startswith(ALWAYS) or not name.startswith((*POLICIES, "form-action", "default-src"))
    else pytest.param(name, marks=pytest.mark.slow)
    for name in scenarios(0)
]
"""The two big tables are walked through in full only where there is time; unit tests hold the same facts."""


@dataclass
class Stage:
    """What every journey needs."""

    echo: Echo
    port: int
    page: Page


@pytest.fixture(scope="module")
async def stage(anyio_backend: str) -> AsyncIterator[Stage]:
    """One site and one Chromium for all journeys."""
    echo, listener = Echo(), Listener.open()
    async with run_app(echo.app(), listener), chromium() as browser:
        context = await browser.new_context(locale="en")
        yield Stage(echo, listener.port, await context.new_page())


@pytest.mark.parametrize("name", NAMES)
async def test_both_browsers_send_the_same(stage: Stage, name: str) -> None:
    """Sec-Fetch-*, Origin, Referer, cookies, content type and body of every request are the same."""
    steps = scenarios(stage.port)[name]
    real = await _by_chromium(stage, steps)
    ours = await _by_script(stage, steps)
    assert ours == real


async def _by_chromium(stage: Stage, steps: Sequence[Step]) -> list[dict[str, str]]:
    page = stage.page
    await page.context.clear_cookies()
    for verb, url in steps:
        if verb == "open":
            await page.goto(url)
        else:
            await _press(page, "a" if verb == "click" else "button")
    return stage.echo.take()


async def _press(page: Page, selector: str) -> None:
    """Press a link or button, and wait until the journey has ended or the policy has stopped it."""
    over = anyio.Event()

    def told(message: ConsoleMessage) -> None:
        if "form-action" in message.text:
            over.set()

    def loaded(_: Page) -> None:
        over.set()

    page.on("console", told)
    page.on("domcontentloaded", loaded)
    await page.locator(selector).focus()
    await page.keyboard.press("Enter")
    with anyio.fail_after(10):
        await over.wait()
    page.remove_listener("console", told)
    page.remove_listener("domcontentloaded", loaded)


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
