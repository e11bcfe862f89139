"""The two roles the box plays in the demo and in most tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from elicitor.testing.box.server import AuthorizationServer
from elicitor.testing.box.settings import KNOWN_SCOPES, Client

__all__ = ["FILES_SCOPES", "acme_files", "mcp_authority"]

FILES_SCOPES = {
    **KNOWN_SCOPES,
    "files:read": "See the names of your files",
    "files:write": "Change your files",
}


def acme_files(issuer: str = "", *, clients: Iterable[Client] = (), **options: Any) -> AuthorizationServer:
    """The third party: an authorization server with a tiny API that lists files.

    Args:
        issuer: as in `AuthorizationServer`.
        clients: as in `AuthorizationServer`.
        options: everything else that `AuthorizationServer` takes.
    """
    chosen = {"name": "Acme Files", "scopes": FILES_SCOPES, "serves_files": True, **options}
    return AuthorizationServer(issuer, clients=clients, **chosen)


def mcp_authority(
    issuer: str = "", *, clients: Iterable[Client] = (), resources: Iterable[str] = (), **options: Any
) -> AuthorizationServer:
    """The authorization server that an MCP server trusts: it issues access tokens for the server's resource.

    Args:
        issuer: as in `AuthorizationServer`.
        clients: the MCP clients, and the MCP server itself, which signs people in at the browser.
        resources: the MCP server's resource indicator, most often the address of its MCP endpoint.
        options: everything else that `AuthorizationServer` takes.
    """
    chosen = {"name": "Example sign-in", **options}
    return AuthorizationServer(issuer, clients=clients, resources=resources, **chosen)
