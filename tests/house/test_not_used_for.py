"""What links are never used for: to sign the user in to this server, or to pass its token on."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage
from house.walking import client_of, link_from_era_a, never, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_files", "arguments": {}}}


@pytest.mark.requirement("TP-5")
@pytest.mark.parametrize("token", ["", "Bearer wrong"])
async def test_who_is_not_signed_in_is_refused_by_http_and_not_asked(stage: Stage, token: str) -> None:
    """401 with the way to MCP authorization, and no link; with a token the very same call gets its link."""
    headers = {"Accept": "application/json, text/event-stream", **({"Authorization": token} if token else {})}
    async with httpx2.AsyncClient(trust_env=False) as http:
        reply = await http.post(stage.mcp_url, json=CALL, headers=headers)
    assert reply.status_code == 401
    assert "/connect/" not in reply.text
    assert "resource_metadata" in reply.headers["www-authenticate"]
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
    assert "/connect/" in url


@pytest.mark.requirement("TP-2", "TP-1")
@pytest.mark.attack("B11")
async def test_the_clients_token_stays_here(stage: Stage) -> None:
    """Nothing that reaches the third party holds it, and its tool is served all the same."""
    token = await stage.token_for("alice")
    async with client_of(stage, token, "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            await walk(browser, url, "alice")
        assert not (await client.call_tool("list_files", {})).is_error
    assert stage.acme.requests
    assert not any(token.reveal() in request.wire.reveal() for request in stage.acme.requests)
