"""Sessions and workers: what is bound to a person holds whatever process or MCP session a request comes through."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from elicitor import development_http
from elicitor.secret import Secret
from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage, set_stage
from house.attacking import asked, knock, signed_in, stored, until
from house.posting import posting
from house.replicas import replicas
from house.walking import client_of, grants, never, walk
from server.workers import connect_alice

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ERA_A = "2025-11-25"


async def send(stage: Stage, token: Secret, session: str, method: str, **params: Any) -> httpx2.Response:
    """One message of era A by hand."""
    headers = {
        "authorization": f"Bearer {token.reveal()}",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": ERA_A,
        **({"mcp-session-id": session} if session else {}),
    }
    message = {"jsonrpc": "2.0", "method": method, "params": params, **({} if "notif" in method else {"id": 1})}
    async with httpx2.AsyncClient(trust_env=False, verify=False) as http:
        return await http.post(stage.mcp_url, headers=headers, json=message)


async def session_for(stage: Stage, token: Secret) -> str:
    """Initialize by hand; gives the id of the MCP session."""
    hello = {
        "protocolVersion": ERA_A,
        "capabilities": {"elicitation": {"form": {}, "url": {}}},
        "clientInfo": {"name": "by hand", "version": "1"},
    }
    reply = await send(stage, token, "", "initialize", **hello)
    session = reply.headers["mcp-session-id"]
    await send(stage, token, session, "notifications/initialized")
    return session


@pytest.mark.attack("C12")
@pytest.mark.requirement("ID-2")
async def test_an_mcp_session_id_is_no_identity(stage: Stage) -> None:
    """Bob sends the id of alice's session: not found, not asked, not served. Alice's own token is served in it."""
    await connect_alice(stage)
    alice, bob = await stage.token_for("alice"), await stage.token_for("bob")
    session = await session_for(stage, alice)
    before, calls = stored(stage), stage.acme.calls("/api/files")
    call = {"name": "list_files", "arguments": {}}
    stolen = await send(stage, bob, session, "tools/call", **call)
    assert stolen.status_code == 404
    assert (await send(stage, Secret("made.up.token"), session, "tools/call", **call)).status_code == 401
    assert (stored(stage), stage.acme.calls("/api/files")) == (before, calls)
    assert "tea-party" in (await send(stage, alice, session, "tools/call", **call)).text
    own = await session_for(stage, bob)
    assert "-32042" in (await send(stage, bob, own, "tools/call", **call)).text


@pytest.mark.attack("C12")
async def test_what_was_asked_in_a_session_is_the_persons_and_not_the_sessions(stage: Stage) -> None:
    """Connected through a link of one session, used in another one that begins later."""
    async with asked(stage) as first, ScriptedBrowser() as browser:
        await walk(browser, first.url, "alice")
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as later:
        assert not (await later.call_tool("list_files", {})).is_error


@pytest.mark.case("R070", "R071", "R101")
async def test_a_stateless_server_serves_era_b_and_says_what_is_wrong_in_era_a() -> None:
    """In era A its modes cannot be known, so nothing is sent but words; in era B nothing is lacking."""
    async with set_stage(development_http(), stateless_http=True) as stage:
        token = await stage.token_for("alice")
        async with client_of(stage, token, "legacy", elicitation_callback=never) as client:
            with anyio.fail_after(2):
                result = await client.call_tool("list_files", {})
            assert result.is_error
            assert f"{stage.origin}/connect/." in str(result.content)
        assert stored(stage)["tickets"] == []
        async with posting(stage, token) as poster, ScriptedBrowser() as browser:
            url, state = await poster.ask()
            await walk(browser, url, "alice")
            answer = {"requestState": state, "inputResponses": {"acme": {"action": "accept"}}}
            assert "tea-party" in str(await poster.call(**answer))
        async with client_of(stage, token, "legacy", elicitation_callback=never) as client:
            assert not (await client.call_tool("list_files", {})).is_error


@pytest.mark.case("R075")
@pytest.mark.requirement("DONE-1")
async def test_a_link_of_one_worker_is_followed_at_another(tmp_path: Path) -> None:
    """Era A: asked by the first, page and callback at the second, told and served by the first."""
    heard: list[str] = []

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/elicitation/complete":
            heard.append(message.params.elicitation_id)

    async with replicas(tmp_path, 2) as (stage, balancer):
        balancer.choose = lambda path: int(path.startswith("/connect"))
        async with asked(stage, message_handler=hear) as alice, ScriptedBrowser() as browser:
            assert "is connected" in (await walk(browser, alice.url, "alice")).text
            await until(lambda: heard)
            assert heard == [alice.elicitation_id]
            assert not (await alice.client.call_tool("list_files", {})).is_error
        assert min(balancer.served.values()) > 3


@pytest.mark.case("R075", "R076")
@pytest.mark.attack("C5")
async def test_every_request_may_go_to_another_worker(tmp_path: Path) -> None:
    """Era B: rounds, pages, sign-ins and callbacks go round three workers, and the retry is served; twice."""
    turns = itertools.count()
    async with replicas(tmp_path, 3) as (stage, balancer):
        balancer.choose = lambda _: next(turns)
        for user, file in (("alice", "tea-party"), ("bob", "ledger")):
            async with posting(stage, await stage.token_for(user)) as poster, ScriptedBrowser() as browser:
                url, state = await poster.ask()
                assert "is connected" in (await walk(browser, url, user)).text
                answer = {"requestState": state, "inputResponses": {"acme": {"action": "accept"}}}
                for _ in range(3):
                    assert file in str(await poster.call(**answer))
        assert len(balancer.served) == 3
        assert grants(stage) == 2


@pytest.mark.requirement("MRTR-1", "URL-2")
async def test_prompts_and_resources_ask_in_era_b_as_tools_do(stage: Stage) -> None:
    """Each in its own result; with the account each is served."""
    asked_for: list[str] = []

    async def accept(_: Any, params: Any) -> ElicitResult:
        asked_for.append(params.url)
        async with ScriptedBrowser() as browser:
            assert "connected" in (await walk(browser, params.url, user)).text
        return ElicitResult(action="accept")

    for number, user in enumerate(("alice", "bob"), start=1):
        token = await stage.token_for(user)
        async with client_of(stage, token, "2026-07-28", elicitation_callback=accept) as client:
            if user == "alice":
                assert "tea-party" in str((await client.get_prompt("describe_files", {"tone": "calm"})).messages)
            assert (await client.read_resource("files://all")).contents
        assert len(asked_for) == number
    async with client_of(stage, await stage.token_for("alice", "other-client"), "2026-07-28") as client:
        for ask in (client.read_resource("files://all"), client.get_prompt("describe_files", {"tone": "calm"})):
            with pytest.raises(MCPError) as refused:
                await ask
            assert refused.value.error.code == -32021


@pytest.mark.case("R114")
async def test_nobody_sees_or_changes_the_connection_of_another(stage: Stage) -> None:
    """Bob's overview and done page know nothing of alice's; hers show her own; no page holds a token."""
    await connect_alice(stage)
    async with asked(stage, "bob") as bob, ScriptedBrowser() as his:
        await signed_in(his, bob.url, "bob")
        before = stored(stage)
        for path in ("/connect/done/acme", "/connect/acme", "/connect/grants/1", "/connect/api/token", "/connect/"):
            for method in ("GET", "POST", "DELETE", "PUT"):
                reply = await knock(his, stage.origin + path, method=method)
                assert "Liddell" not in reply.text
                assert "eyJ" not in reply.text
        assert stored(stage) == before
