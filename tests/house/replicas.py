"""Several workers of one server behind one address, on one database: what a load balancer makes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from elicitor import Account, Connect, Elicitor, JWTVerifier, KeyRing, SignIn, development_http, oidc
from elicitor.testing import Client, Listener, acme_files, mcp_authority, run_app, serve
from elicitor.testing.stage import NOWHERE, Stage

__all__ = ["Balancer", "replicas"]


@dataclass(eq=False)
class Balancer:
    """Sends each request to one of the workers.

    Attributes:
        apps: the workers.
        choose: says which one, from the request's path.
        served: how many requests each worker had.
    """

    apps: list[Starlette]
    choose: Callable[[str], int] = lambda _: 0
    served: dict[int, int] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; the lifespan is everybody's."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        number = self.choose(scope["path"]) % len(self.apps)
        self.served[number] = self.served.get(number, 0) + 1
        await self.apps[number](scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        async with AsyncExitStack() as stack:
            await receive()
            for app in self.apps:
                await stack.enter_async_context(app.router.lifespan_context(app))
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


@asynccontextmanager
async def replicas(place: Path, how_many: int) -> AsyncIterator[tuple[Stage, Balancer]]:
    """Start everything; the stage's house is the first worker's."""
    own, third, front = Listener.open(), Listener.open(), Listener.open()
    pages = Client("files-pages", (f"{front.origin}/connect/signed-in",), "pages-secret", "Files")
    person = Client("mcp-client", (NOWHERE,), None, "A chat application")
    authority = mcp_authority(own.origin, clients=(pages, person), resources=(f"{front.origin}/mcp",))
    callback = f"{front.origin}/connect/callback/acme"
    acme = acme_files(third.origin, clients=(Client("files", (callback,), "acme-secret", "Files"),))
    key, database = KeyRing.new_key(), place / "elicitor.db"
    workers = [_worker(front.origin, own.origin, third.origin, key, database) for _ in range(how_many)]
    balancer = Balancer([mcp.streamable_http_app() for _, mcp in workers])
    async with serve(authority, own), serve(acme, third), run_app(balancer, front):
        yield Stage(authority, acme, front.origin, workers[0][0].house, database), balancer


def _worker(origin: str, issuer: str, acme: str, key: Any, database: Path) -> tuple[Elicitor, MCPServer[Any]]:
    connection = oidc(
        acme, name="acme", title="Acme Files", client_id="files", client_secret="acme-secret", api_origins=(acme,)
    )
    elicitor = Elicitor(
        public_url=origin,
        connections=[connection],
        identity=SignIn(issuer=issuer, client_id="files-pages", client_secret="pages-secret"),
        storage=f"sqlite:///{database}",
        keys=KeyRing.load(key),
        development=development_http(),
    )
    resource = AnyHttpUrl(f"{origin}/mcp")
    mcp: MCPServer[Any] = MCPServer(
        "Files",
        token_verifier=JWTVerifier(issuer=issuer, audience=str(resource), development=development_http()),
        auth=AuthSettings(issuer_url=AnyHttpUrl(issuer), resource_server_url=resource, validate_token_resource=True),
        request_state_security=elicitor.request_state_security(),
    )
    elicitor.attach(mcp)

    @mcp.tool()
    async def list_files(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> list[str]:
        """The names of the person's files."""
        names: list[str] = (await account.http.get(f"{acme}/api/files")).raise_for_status().json()
        return names

    return elicitor, mcp
