"""A whole server: run it against `python -m elicitor.testing`, as docs/first-server.md tells."""

from __future__ import annotations

from typing import Annotated

from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer
from pydantic import AnyHttpUrl

from elicitor import Account, Connect, Elicitor, JWTVerifier, KeyRing, SignIn, development_http, oidc

PUBLIC_URL = "http://127.0.0.1:8000"
RESOURCE = f"{PUBLIC_URL}/mcp"
AUTHORITY = "http://127.0.0.1:9400"  # who signs your users in: the box
ACME = "http://127.0.0.1:9401"  # a third party: the box again

development = development_http()  # plain http on this machine; leave it out in production
elicitor = Elicitor(
    public_url=PUBLIC_URL,
    connections=[
        oidc(
            ACME,
            name="acme",
            title="Acme Files",
            client_id="my-server",
            client_secret="my-server-secret",
            api_origins=[ACME],
            scope_descriptions={"files:read": "read the names of your files"},
        ),
    ],
    identity=SignIn(issuer=AUTHORITY, client_id="mcp-server", client_secret="mcp-server-secret"),
    keys=KeyRing.from_file("elicitor.keys"),
    development=development,
)
mcp = MCPServer(
    "Files",
    token_verifier=JWTVerifier(issuer=AUTHORITY, audience=RESOURCE, development=development),
    auth=AuthSettings(
        issuer_url=AnyHttpUrl(AUTHORITY), resource_server_url=AnyHttpUrl(RESOURCE), validate_token_resource=True
    ),
    request_state_security=elicitor.request_state_security(),
)
elicitor.attach(mcp)


@mcp.tool()
async def list_files(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> list[str]:
    """The names of your files."""
    reply = await account.http.get(f"{ACME}/api/files")
    names: list[str] = reply.raise_for_status().json()
    return names


if __name__ == "__main__":
    mcp.run("streamable-http", host="127.0.0.1", port=8000)
