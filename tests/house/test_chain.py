"""The whole chain with real parts: SDK client, HTTP, the server's pages, an authorization server, a third party."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from elicitor import development_http
from elicitor.identifiers import mint_identifier
from elicitor.secret import Secret
from elicitor.testing import Page, ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage, set_stage

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

CONTINUE, ONWARD = "Continue to Acme Files", "Go to Acme Files"


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """Everything running."""
    async with set_stage(development_http()) as running:
        yield running


@asynccontextmanager
async def client_of(stage: Stage, token: Secret, mode: str, **options: Any) -> AsyncIterator[Client]:
    """The SDK's own client with a bearer token."""
    headers = {"Authorization": f"Bearer {token.reveal()}"}
    async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http:
        transport = streamable_http_client(stage.mcp_url, http_client=http)
        async with Client(transport, mode=mode, **options) as client:
            yield client


async def walk(browser: ScriptedBrowser, url: str, user: str, *, to: str = "") -> Page:
    """A person opens the link, signs in, agrees, and signs in at the third party."""
    page = await sign_in(await browser.open(url), user)
    page = await page.submit(CONTINUE)
    return await sign_in(await page.click(ONWARD), user, stop_at=to)


def tables(stage: Stage) -> dict[str, int]:
    """How many grants there are and how many tickets are completed."""
    with sqlite3.connect(stage.database) as database:
        grants = database.execute("select count(*) from elicitor_grants").fetchone()[0]
    database.close()
    return {"grants": grants}


async def codes(stage: Stage) -> list[str]:
    """The reason codes that were written down, newest first."""
    return [event.code for event in await stage.house.vault.events.recent(limit=100)]


async def never(*_: Any) -> ElicitResult:
    """A callback whose only use is that the client declares elicitation."""
    raise AssertionError("not asked in this way")


async def link_from_era_a(client: Client, tool: str = "list_files") -> tuple[str, str]:
    """Call a tool and read the link and the id from the refusal."""
    with pytest.raises(MCPError) as refused:
        await client.call_tool(tool, {})
    assert refused.value.error.code == -32042
    (asked,) = refused.value.error.data["elicitations"]
    assert asked["mode"] == "url"
    return asked["url"], asked["elicitationId"]


@pytest.mark.requirement(
    "ERR-1", "ERR-3", "ERR-4", "URL-1", "DONE-1", "DONE-3", "TP-1", "TP-6", "TP-7", "TP-8", "SENS-4"
)
@pytest.mark.case("R052", "R064")
async def test_era_a_refuses_with_a_link_and_serves_after_it(stage: Stage) -> None:
    """-32042, the browser, the notification, the same call again; tools, prompts and resources alike."""
    token = await stage.token_for("alice")
    told: list[str] = []
    heard = anyio.Event()

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/elicitation/complete":
            told.append(message.params.elicitation_id)
            heard.set()

    async with client_of(stage, token, "legacy", elicitation_callback=never, message_handler=hear) as client:
        url, elicitation_id = await link_from_era_a(client)
        again, same_id = await link_from_era_a(client)
        assert (again, same_id) == (url, elicitation_id)  # no second link for a retry that came early (R069)
        async with ScriptedBrowser() as browser:
            page = await walk(browser, url, "alice")
        assert "Acme Files is connected" in page.text
        with anyio.fail_after(5):
            await heard.wait()
        assert told == [elicitation_id]
        result = await client.call_tool("list_files", {})
        assert not result.is_error
        assert json.dumps(result.model_dump(mode="json")).count("alice") or result.content
        assert not (await client.call_tool("count_files", {})).is_error
        prompt = await client.get_prompt("describe_files", {"tone": "calm"})
        assert "calm" in str(prompt.messages)
        assert (await client.read_resource("files://all")).contents
    assert tables(stage) == {"grants": 1}


@pytest.mark.requirement("ERR-6", "URL-2", "MRTR-1", "URL-8")
@pytest.mark.case("R094", "R093")
@pytest.mark.attack("C10")
async def test_era_b_asks_in_a_result_and_serves_the_retry(stage: Stage) -> None:
    """The client accepts at once, the person takes a while, and the retry waits for them."""
    token = await stage.token_for("alice")
    asked: list[str] = []

    async with anyio.create_task_group() as group:

        async def person(url: str) -> None:
            async with ScriptedBrowser() as browser:
                await walk(browser, url, "alice")

        async def accept(_: Any, params: Any) -> ElicitResult:
            assert getattr(params, "elicitation_id", None) is None
            asked.append(params.url)
            group.start_soon(person, params.url)
            return ElicitResult(action="accept")

        async with client_of(stage, token, "2026-07-28", elicitation_callback=accept) as client:
            result = await client.call_tool("list_files", {})
            assert not result.is_error
    assert len(set(asked)) == 1
    assert tables(stage) == {"grants": 1}


@pytest.mark.requirement("ACT-2")
@pytest.mark.case("R091")
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_era_b_ends_when_the_person_says_no_in_the_client(stage: Stage, action: str) -> None:
    """No is an answer: the model reads a sentence, nothing is asked again, the link is dead."""
    token = await stage.token_for("alice")
    asked: list[str] = []

    async def answer(_: Any, params: Any) -> ElicitResult:
        asked.append(params.url)
        return ElicitResult(action=action)

    async with client_of(stage, token, "2026-07-28", elicitation_callback=answer) as client:
        result = await client.call_tool("list_files", {})
    assert result.is_error
    assert len(asked) == 1
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(asked[0]), "alice")
    assert page.status == 403
    assert tables(stage) == {"grants": 0}


@pytest.mark.requirement("CAP-4", "CAP-6")
@pytest.mark.attack("C11")
@pytest.mark.case("R101")
async def test_a_client_without_links_is_refused_and_no_ticket_is_made(stage: Stage) -> None:
    """Era B says which capability is missing, era A says it in words; neither sends a link."""
    token = await stage.token_for("alice")
    async with client_of(stage, token, "2026-07-28") as client:
        with pytest.raises(MCPError) as refused:
            await client.call_tool("list_files", {})
        assert refused.value.error.code == -32021
        assert refused.value.error.data == {"requiredCapabilities": {"elicitation": {"url": {}}}}
    async with client_of(stage, token, "legacy") as client:
        result = await client.call_tool("list_files", {})
        assert result.is_error
        assert "http" not in str(result.content)
    assert "ticket_minted" not in await codes(stage)


@pytest.mark.requirement("ID-1", "ID-6", "URL-6")
@pytest.mark.attack("A1")
@pytest.mark.case("R106")
async def test_a_forwarded_link_refuses_the_other_person_and_still_serves_its_owner(stage: Stage) -> None:
    """Bob opens alice's link: refused, nothing stored, written down. Alice's own click goes through."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        stage.acme.forget_requests()
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(url), "bob")
        assert page.status == 403
        assert "alice" not in page.text.lower()
        assert (tables(stage), stage.acme.token_calls) == ({"grants": 0}, 0)
        assert "wrong_user" in await codes(stage)
        async with ScriptedBrowser() as browser:
            page = await walk(browser, url, "alice")
        assert (page.status, tables(stage)) == (200, {"grants": 1})


@pytest.mark.requirement("ID-7")
@pytest.mark.attack("A2", "A3")
async def test_a_forwarded_callback_is_worthless_in_another_browser(stage: Stage) -> None:
    """Alice stops before the callback and sends it to bob, who is signed in: refused, no token call."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        bobs_url = None
        async with client_of(stage, await stage.token_for("bob"), "legacy", elicitation_callback=never) as other:
            bobs_url, _ = await link_from_era_a(other)
        async with ScriptedBrowser() as alices, ScriptedBrowser() as bobs:
            await sign_in(await bobs.open(bobs_url), "bob")
            stopped = await walk(alices, url, "alice", to=f"{stage.origin}/connect/callback")
            page = await bobs.open(stopped.stopped_before)
            assert page.status == 400
            assert (tables(stage), stage.acme.token_calls) == ({"grants": 0}, 0)
            assert "no_flow" in await codes(stage)
            page = await alices.open(stopped.stopped_before)
            assert (page.status, tables(stage)) == (200, {"grants": 1})


@pytest.mark.attack("B6", "C3")
@pytest.mark.case("R120")
async def test_a_callback_that_comes_twice_is_redeemed_once(stage: Stage) -> None:
    """The second time shows what is connected already."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            stopped = await walk(browser, url, "alice", to=f"{stage.origin}/connect/callback")
            jar = browser.cookies.copy()
            await browser.open(stopped.stopped_before)
        async with ScriptedBrowser(jar) as browser:
            page = await browser.open(stopped.stopped_before)
        assert "is connected" in page.text
        assert stage.acme.token_calls == 1


@pytest.mark.attack("C2")
async def test_absent_foreign_and_used_links_look_the_same(stage: Stage) -> None:
    """One page for all of them, but for its reference."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        bodies = set()
        async with ScriptedBrowser() as browser:
            for link in (url, f"{stage.origin}/connect/{mint_identifier()}", f"{stage.origin}/connect/x"):
                page = await sign_in(await browser.open(link), "bob")
                assert page.status == 403
                bodies.add(page.text.partition("Reference")[0])
        assert len(bodies) == 1


@pytest.mark.attack("D2")
async def test_a_form_sent_by_another_site_changes_nothing(stage: Stage) -> None:
    """A cross-site POST with the person's own session is refused; the same form on our page is taken."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(url), "alice")
            forged = await browser.submit_from("http://evil.localhost:1/", url, {"action": "decline"})
            assert forged.status in {200, 403}
            assert "declined_on_page" not in await codes(stage)
            page = await page.submit("No, do not connect")
            assert "Nothing was connected" in page.text
        with_sentence = await client.call_tool("list_files", {})
        assert with_sentence.is_error


@pytest.mark.attack("A15")
@pytest.mark.requirement("ID-1")
async def test_another_client_of_the_same_person_has_to_be_agreed_to(stage: Stage) -> None:
    """A grant made through one MCP client is not used by another until the person says so."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            await walk(browser, url, "alice")
            other_token = await stage.token_for("alice", "other-client")
            async with client_of(stage, other_token, "legacy", elicitation_callback=never) as other:
                url, _ = await link_from_era_a(other)
                calls = stage.acme.token_calls
                page = await browser.open(url)
                page = await page.submit("Yes, share it")
                assert "is connected" in page.text
                assert stage.acme.token_calls == calls
                assert not (await other.call_tool("list_files", {})).is_error


@pytest.mark.attack("D1", "D6")
async def test_every_page_carries_the_guarding_headers(stage: Stage) -> None:
    """Errors of the framework included."""
    async with ScriptedBrowser() as browser:
        for path in ("/connect/x", "/connect/nothing/here/at/all", "/connect/callback/acme", "/connect/done/acme"):
            page = await browser.open(stage.origin + path)
            assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
            assert page.headers["cache-control"] == "no-store"
