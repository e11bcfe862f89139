"""The whole chain with nothing of ours at its ends: the SDK's client, Chromium, and two servers by other people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp_types import ElicitResult
from playwright.async_api import Browser, Page

from house.walking import client_of, link_from_era_a, never
from interop.house import House, running_house
from support.oidc_provider.fixtures import StartProvider

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.node,
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

NAMES = {"alice": "Alice Adams", "bob": "Bob Brown"}


@pytest.fixture
async def running(start_oidc_provider: StartProvider, tmp_path: Path) -> AsyncIterator[House]:
    """Everything."""
    async with running_house(start_oidc_provider, tmp_path) as house:
        yield house


async def open_page(browser: Browser, url: str) -> Page:
    """Open an address as a person with a browser of their own, without scripts."""
    page = await (await browser.new_context(java_script_enabled=False)).new_page()
    await page.goto(url)
    return page


async def press(page: Page, *names: str) -> None:
    """Press one button after another."""
    for name in names:
        await page.get_by_role("button", name=name).click()


async def walk(page: Page, user: str) -> None:
    """Sign in, agree on the server's page, sign in at the third party, agree there."""
    await press(page, f"Sign in as {NAMES[user]}", "Allow", "Continue to Acme Files")
    await page.get_by_role("link", name="Go to Acme Files").click()
    await press(page, f"Sign in as {NAMES[user]}", "Allow")
    await page.get_by_role("heading", name="Acme Files is connected").wait_for()


async def use_everything(client: Any) -> None:
    """The tool, the prompt and the resource all have the account."""
    assert "Alice Adams" in str((await client.call_tool("who_am_i", {})).content)
    assert "Alice Adams" in str((await client.get_prompt("greet", {"tone": "calm"})).messages)
    assert "Alice Adams" in str((await client.read_resource("acme://me")).contents)


@pytest.mark.requirement("ERR-1", "URL-1", "DONE-1", "DONE-3", "TP-1", "TP-3", "TP-6", "TP-7", "TP-8", "ID-4")
async def test_alice_connects_in_era_a(running: House, chromium: Browser) -> None:
    """Refused with a link, walked through, told, served."""
    told: list[str] = []
    heard = anyio.Event()

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/elicitation/complete":
            told.append(message.params.elicitation_id)
            heard.set()

    options = {"elicitation_callback": never, "message_handler": hear}
    async with client_of(running, await running.token_for("alice"), "legacy", **options) as client:
        url, elicitation_id = await link_from_era_a(client, "who_am_i")
        page = await open_page(chromium, url)
        await walk(page, "alice")
        assert "code=" not in page.url
        with anyio.fail_after(5):
            await heard.wait()
        assert told == [elicitation_id]
        await use_everything(client)
    assert (running.grants(), running.acme.token_calls()) == (1, 1)


@pytest.mark.requirement("ERR-6", "URL-2", "MRTR-1", "URL-8", "TP-3", "TP-6")
async def test_alice_connects_in_era_b(running: House, chromium: Browser) -> None:
    """One call: the client agrees at once, the retry waits for the person, then there is a result."""
    walked = anyio.Event()

    async def open_it(_: Any, asked: Any) -> ElicitResult:
        async def person() -> None:
            await walk(await open_page(chromium, asked.url), "alice")
            walked.set()

        people.start_soon(person)
        return ElicitResult(action="accept")

    async with anyio.create_task_group() as people:
        token = await running.token_for("alice")
        async with client_of(running, token, "2026-07-28", elicitation_callback=open_it) as client:
            assert "Alice Adams" in str((await client.call_tool("who_am_i", {})).content)
            await walked.wait()
            await use_everything(client)
    assert (running.grants(), running.acme.token_calls()) == (1, 1)


@pytest.mark.attack("A1")
@pytest.mark.case("R106")
@pytest.mark.requirement("ID-6")
async def test_bob_cannot_follow_the_link_of_alice(running: House, chromium: Browser) -> None:
    """He is refused after his sign-in, nothing is stored, no code is redeemed; alice still can."""
    async with client_of(running, await running.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client, "who_am_i")
        page = await open_page(chromium, url)
        await press(page, "Sign in as Bob Brown", "Allow")
        await page.get_by_text("Reference").wait_for()
        assert await page.get_by_role("button", name="Continue to Acme Files").count() == 0
        assert running.grants() == 0
        assert not {"/auth", "/token"} & {path for _, path, _ in running.acme.requests()}
        await walk(await open_page(chromium, url), "alice")
        await use_everything(client)


@pytest.mark.requirement("TP-4", "TP-8")
@pytest.mark.case("R138", "R153")
async def test_the_account_stays_fresh_while_refresh_tokens_rotate(
    start_oidc_provider: StartProvider, tmp_path: Path, chromium: Browser
) -> None:
    """Three renewals in a row, each with the newest refresh token; a replayed one would end the grant."""
    async with running_house(start_oidc_provider, tmp_path, access_token_seconds=1) as running:
        token = await running.token_for("alice")
        async with client_of(running, token, "legacy", elicitation_callback=never) as client:
            url, _ = await link_from_era_a(client, "who_am_i")
            await walk(await open_page(chromium, url), "alice")
            for _ in range(3):
                before = running.acme.token_calls()
                assert "Alice Adams" in str((await client.call_tool("who_am_i", {})).content)
                assert running.acme.token_calls() > before
    assert running.grants() == 1
