"""A whole house on loopback: an authorization server, a third party, and an MCP server with elicitor attached.

The demo plays on it and the tests of the chain walk through it. All parts are real; only the people are scripted.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import anyio
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer
from pydantic import AnyHttpUrl

from elicitor.development import DevelopmentHttp
from elicitor.events import Listener as Hearer
from elicitor.oauth.catalogue import oidc
from elicitor.sdk.elicitor import Elicitor
from elicitor.sdk.jwt_verifier import JWTVerifier
from elicitor.secret import Secret
from elicitor.server.account import Account
from elicitor.server.house import House, Settings
from elicitor.server.needs import Connect
from elicitor.server.sign_in_settings import SignIn
from elicitor.testing.box import AuthorizationServer, Client, acme_files, mcp_authority, serve
from elicitor.testing.serving import Listener, run_app
from elicitor.testing.tokens import NOWHERE, obtain_token
from elicitor.vault.keys import KeyRing

__all__ = ["NOWHERE", "Stage", "set_stage"]


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that runs.

    Attributes:
        authority: the authorization server of the MCP server.
        acme: the third party.
        origin: where the MCP server and its pages are.
        house: the parts behind the pages, to look at what is stored.
        database: the SQLite file.
    """

    authority: AuthorizationServer
    acme: AuthorizationServer
    origin: str
    house: House
    database: Path

    @property
    def mcp_url(self) -> str:
        """The address of the MCP endpoint, which is its resource identifier as well."""
        return f"{self.origin}/mcp"

    async def token_for(self, user: str, client_id: str = "mcp-client") -> Secret:
        """An access token for the MCP server, got by a person's sign-in through an MCP client."""
        return await obtain_token(self.authority.issuer, self.mcp_url, user, client_id)


@asynccontextmanager
async def set_stage(
    development: DevelopmentHttp,
    *,
    settings: Settings | None = None,
    listeners: Sequence[Hearer] = (),
    more: Callable[[MCPServer[Any]], None] | None = None,
    **app_options: Any,
) -> AsyncIterator[Stage]:
    """Start everything on free loopback ports, and stop it again.

    Args:
        settings: how long things live.
        listeners: told of every event of the server.
        more: registers further functions on the server.
        app_options: for `streamable_http_app`.
    """
    own, third, server = Listener.open(), Listener.open(), Listener.open()
    authority = mcp_authority(own.origin, clients=_own_clients(server.origin), resources=(f"{server.origin}/mcp",))
    callback = f"{server.origin}/connect/callback/acme"
    acme = acme_files(third.origin, clients=(Client("files", (callback,), "acme-secret", "Files"),))
    with tempfile.TemporaryDirectory(prefix="elicitor-") as folder:
        database = Path(folder) / "elicitor.db"
        elicitor, mcp = _server(
            server.origin,
            issuer=authority.issuer,
            acme=acme.issuer,
            database=database,
            development=development,
            settings=settings,
            listeners=listeners,
        )
        if more is not None:
            more(mcp)
        house = elicitor.house
        app = mcp.streamable_http_app(**app_options)
        async with _together(serve(authority, own), serve(acme, third), run_app(app, server)):
            yield Stage(authority, acme, server.origin, house, database)


@asynccontextmanager
async def _together(*running: AbstractAsyncContextManager[Any]) -> AsyncIterator[None]:
    """Start one after another, and stop all at once: each takes its time to stop."""
    async with AsyncExitStack() as started:
        for one in running:
            await started.enter_async_context(one)
        started.pop_all()
    try:
        yield
    finally:
        async with anyio.create_task_group() as group:
            for one in running:
                group.start_soon(one.__aexit__, None, None, None)


def _own_clients(origin: str) -> tuple[Client, ...]:
    return (
        Client("files-pages", (f"{origin}/connect/signed-in",), "pages-secret", "Files"),
        Client("mcp-client", (NOWHERE,), None, "A chat application"),
        Client("other-client", (NOWHERE,), None, "Another application"),
    )


def _server(
    origin: str,
    *,
    issuer: str,
    acme: str,
    database: Path,
    development: DevelopmentHttp,
    settings: Settings | None,
    listeners: Sequence[Hearer],
) -> tuple[Elicitor, MCPServer[Any]]:
    connection = oidc(
        acme,
        name="acme",
        title="Acme Files",
        client_id="files",
        client_secret="acme-secret",
        scopes=("openid", "profile"),
        api_origins=(acme,),
        scope_descriptions={"files:read": "read the names of your files"},
    )
    elicitor = Elicitor(
        public_url=origin,
        connections=[connection],
        identity=SignIn(issuer=issuer, client_id="files-pages", client_secret="pages-secret"),
        storage=f"sqlite:///{database}",
        keys=KeyRing.load(KeyRing.new_key()),
        development=development,
        settings=settings,
        listeners=listeners,
    )
    mcp: MCPServer[Any] = MCPServer(
        "Files",
        token_verifier=JWTVerifier(issuer=issuer, audience=f"{origin}/mcp", development=development),
        auth=AuthSettings(
            issuer_url=AnyHttpUrl(issuer),
            resource_server_url=AnyHttpUrl(f"{origin}/mcp"),
            validate_token_resource=True,
        ),
    )
    elicitor.attach(mcp)
    _register(mcp, acme)
    return elicitor, mcp


def _register(mcp: MCPServer[Any], acme: str) -> None:
    @mcp.tool()
    async def list_files(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> list[str]:
        """The names of the person's files at Acme."""
        reply = await account.http.get(f"{acme}/api/files")
        names: list[str] = reply.raise_for_status().json()
        return names

    @mcp.tool()
    def count_files(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> int:
        """How many files the person has at Acme."""
        return len(account.http_sync.get(f"{acme}/api/files").raise_for_status().json())

    @mcp.tool()
    async def list_files_patiently(
        account: Annotated[Account, Connect("acme", scopes={"files:read"}, wait=timedelta(seconds=20))],
    ) -> list[str]:
        """The same, for clients that are better kept waiting than refused."""
        names: list[str] = (await account.http.get(f"{acme}/api/files")).raise_for_status().json()
        return names

    @mcp.prompt()
    async def describe_files(account: Annotated[Account, Connect("acme", scopes={"files:read"})], tone: str) -> str:
        """A prompt about the person's files."""
        reply = await account.http.get(f"{acme}/api/files")
        return f"Describe in a {tone} tone: {', '.join(reply.json())}"

    @mcp.resource("files://all")
    async def all_files(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> str:
        """The person's files as a static resource."""
        return str((await account.http.get(f"{acme}/api/files")).json())
