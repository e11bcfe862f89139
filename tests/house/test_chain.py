"""The whole chain with real parts: SDK client, HTTP, the server's pages, an authorization server, a third party."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from elicitor.identifiers import mint_identifier
from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from house.walking import client_of, codes, grants, link_from_era_a, never, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


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
    assert grants(stage) == 1


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
    assert grants(stage) == 1


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
    assert grants(stage) == 0


@pytest.mark.requirement("CAP-4", "CAP-6")
@pytest.mark.attack("C11")
@pytest.mark.case("R051", "R101")
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
        assert f"{stage.origin}/connect/." in str(result.content)  # the server's own page, and no ticket (R105)
        assert "/connect/" in str(result.content)
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
        assert (grants(stage), stage.acme.token_calls) == (0, 0)
        assert "wrong_user" in await codes(stage)
        async with ScriptedBrowser() as browser:
            page = await walk(browser, url, "alice")
        assert (page.status, grants(stage)) == (200, 1)


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
            assert (grants(stage), stage.acme.token_calls) == (0, 0)
            assert "no_flow" in await codes(stage)
            page = await alices.open(stopped.stopped_before)
            assert (page.status, grants(stage)) == (200, 1)


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
