"""A whole house whose authorization servers are by other people: the MCP server's own, and the third party's."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer
from pydantic import AnyHttpUrl

from elicitor import Account, Connect, Elicitor, JWTVerifier, KeyRing, Secret, SignIn, development_http, oidc
from elicitor.testing import Listener, run_app
from interop.asking import CALLBACK, Asking
from support.oidc_provider import Registered, RunningProvider
from support.oidc_provider.fixtures import StartProvider

__all__ = ["House", "running_house"]

PAGES_SECRET = "pages-secret-pages-secret-pages-secret"
ACME_SECRET = "acme-secret-acme-secret-acme-secret"
MCP_CLIENT = Registered("mcp-client", (CALLBACK,), name="A chat application")


@dataclass(frozen=True)
class House:
    """What runs.

    Attributes:
        authority: the authorization server of the MCP server.
        acme: the third party.
        origin: where the MCP server and its pages are.
        database: its SQLite file.
    """

    authority: RunningProvider
    acme: RunningProvider
    origin: str
    database: Path

    @property
    def mcp_url(self) -> str:
        """The MCP endpoint, and its resource identifier."""
        return f"{self.origin}/mcp"

    async def token_for(self, user: str) -> Secret:
        """An access token for the MCP server, got by a sign-in through an MCP client."""
        asking = Asking(self.authority, MCP_CLIENT)
        page = await asking.walk("Allow", login_hint=user, resource=self.mcp_url, scope="openid use")
        reply = await asking.redeem(page, resource=self.mcp_url)
        return Secret(reply.raise_for_status().json()["access_token"])

    def grants(self) -> int:
        """How many grants are stored."""
        with closing(sqlite3.connect(self.database)) as database:
            return int(database.execute("select count(*) from elicitor_grants").fetchone()[0])


@asynccontextmanager
async def running_house(start: StartProvider, place: Path, *, access_token_seconds: int = 3600) -> AsyncIterator[House]:
    """Start everything.

    Args:
        start: starts an authorization server.
        place: an empty directory for the database.
        access_token_seconds: how long the third party's access tokens are good.
    """
    listener = Listener.open()
    mcp_url = f"{listener.origin}/mcp"
    pages = Registered("files-pages", (f"{listener.origin}/connect/signed-in",), PAGES_SECRET, "Files")
    files = Registered("files", (f"{listener.origin}/connect/callback/acme",), ACME_SECRET, "Files")
    authority = start([pages, MCP_CLIENT], resources={mcp_url: "use"})
    acme = start([files], scopes=["files:read"], access_token_seconds=access_token_seconds)
    house = House(authority, acme, listener.origin, place / "elicitor.db")
    async with run_app(_server(house).streamable_http_app(), listener):
        yield house


def _server(house: House) -> MCPServer[Any]:
    development = development_http()
    elicitor = Elicitor(
        public_url=house.origin,
        connections=[
            oidc(
                house.acme.issuer,
                name="acme",
                title="Acme Files",
                client_id="files",
                client_secret=ACME_SECRET,
                scopes=("openid", "profile"),
                api_origins=(house.acme.issuer,),
                scope_descriptions={"files:read": "read the names of your files"},
            )
        ],
        identity=SignIn(issuer=house.authority.issuer, client_id="files-pages", client_secret=PAGES_SECRET),
        storage=f"sqlite:///{house.database}",
        keys=KeyRing.load(KeyRing.new_key()),
        development=development,
    )
    mcp: MCPServer[Any] = MCPServer(
        "Files",
        token_verifier=JWTVerifier(issuer=house.authority.issuer, audience=house.mcp_url, development=development),
        auth=AuthSettings(
            issuer_url=AnyHttpUrl(house.authority.issuer),
            resource_server_url=AnyHttpUrl(house.mcp_url),
            validate_token_resource=True,
        ),
    )
    elicitor.attach(mcp)
    _register(mcp, f"{house.acme.issuer}/me")
    return mcp


def _register(mcp: MCPServer[Any], me: str) -> None:
    """A tool, a prompt and a resource that need the person's account at Acme."""

    async def name_at_acme(account: Account) -> str:
        reply = await account.http.get(me)
        return str(reply.raise_for_status().json()["name"])

    @mcp.tool()
    async def who_am_i(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> str:
        """The person's name at Acme."""
        return await name_at_acme(account)

    @mcp.prompt()
    async def greet(account: Annotated[Account, Connect("acme", scopes={"files:read"})], tone: str) -> str:
        """A greeting for the person."""
        return f"Greet {await name_at_acme(account)} in a {tone} tone."

    @mcp.resource("acme://me")
    async def me_at_acme(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> str:
        """The person's name at Acme as a static resource."""
        return await name_at_acme(account)
