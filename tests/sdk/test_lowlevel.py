"""The low-level server: the same by a function call, in both eras."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.auth.settings import AuthSettings
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams, CallToolResult, ElicitResult, ListToolsResult, TextContent, Tool

from elicitor import Connect, Elicitor, JWTVerifier, KeyRing, SignIn, development_http, oidc
from elicitor.testing import Client as BoxClient
from elicitor.testing import Listener, ScriptedBrowser, acme_files, mcp_authority, run_app, serve
from elicitor.testing.stage import NOWHERE, Stage
from house.walking import walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_low_level_handler_gets_its_account(mode: str, tmp_path: Path) -> None:
    """Refused without links; asked and served with them."""
    own, third, here = Listener.open(), Listener.open(), Listener.open()
    resource = f"{here.origin}/mcp"
    pages = BoxClient("pages", (f"{here.origin}/connect/signed-in",), "secret")
    chat = BoxClient("mcp-client", (NOWHERE,), None)
    authority = mcp_authority(own.origin, clients=(pages, chat), resources=(resource,))
    acme = acme_files(
        third.origin, clients=(BoxClient("files", (f"{here.origin}/connect/callback/acme",), "acme-secret"),)
    )
    development = development_http()
    elicitor = Elicitor(
        public_url=here.origin,
        connections=[
            oidc(
                acme.issuer,
                name="acme",
                title="Acme Files",
                client_id="files",
                client_secret="acme-secret",
                api_origins=(acme.issuer,),
            )
        ],
        identity=SignIn(issuer=authority.issuer, client_id="pages", client_secret="secret"),
        storage=f"sqlite:///{tmp_path}/elicitor.db",
        keys=KeyRing.load(KeyRing.new_key()),
        development=development,
    )

    async def call_tool(ctx: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        async with elicitor.accounts(Connect("acme", scopes={"files:read"})) as (account,):
            reply = await account.http.get(f"{acme.issuer}/api/files")
        return CallToolResult(content=[TextContent(type="text", text=str(reply.json()))])

    async def list_tools(ctx: ServerRequestContext[Any], params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name="list_files", input_schema={"type": "object"})])

    server: Server[Any] = Server("Files", on_call_tool=call_tool, on_list_tools=list_tools)
    verifier = JWTVerifier(issuer=authority.issuer, audience=resource, development=development)
    elicitor.attach(server, token_verifier=verifier, resource=resource)
    app = server.streamable_http_app(
        auth=AuthSettings(issuer_url=authority.issuer, resource_server_url=resource, validate_token_resource=True),
        token_verifier=verifier,
        custom_starlette_routes=elicitor.routes(),
    )
    async with serve(authority, own), serve(acme, third), run_app(app, here):
        stage = Stage(authority, acme, here.origin, elicitor.house, tmp_path / "elicitor.db")
        token = await stage.token_for("alice")
        headers = {"Authorization": f"Bearer {token.reveal()}"}
        async with (
            httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http,
            anyio.create_task_group() as people,
        ):
            async with Client(streamable_http_client(resource, http_client=http), mode=mode) as client:
                await _is_refused(client, mode)

            async def person(context: Any, params: Any) -> ElicitResult:
                people.start_soon(_walk, params.url)
                return ElicitResult(action="accept")

            async with Client(
                streamable_http_client(resource, http_client=http), mode=mode, elicitation_callback=person
            ) as client:
                if mode == "legacy":
                    with pytest.raises(MCPError) as refused:
                        await client.call_tool("list_files", {})
                    await _walk(refused.value.error.data["elicitations"][0]["url"])
                result = await client.call_tool("list_files", {})
                assert not result.is_error


async def _walk(url: str) -> None:
    async with ScriptedBrowser() as browser:
        await walk(browser, url, "alice")


async def _is_refused(client: Client, mode: str) -> None:
    if mode == "legacy":
        assert (await client.call_tool("list_files", {})).is_error
        return
    with pytest.raises(MCPError) as refused:
        await client.call_tool("list_files", {})
    assert refused.value.error.code == -32021
