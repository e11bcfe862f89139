"""What has to be known of a server before anybody can be asked: its name, its resource, and who checks its tokens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from mcp.server.auth.provider import TokenVerifier
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer

from elicitor.errors import Misuse, Refused
from elicitor.principal import Principal
from elicitor.sdk.jwt_verifier import JWTVerifier
from elicitor.sdk.principal import principal_of
from elicitor.secret import Secret

__all__ = ["ServerIdentity", "identify_with", "identity_of", "lowlevel_identity", "refuse_other_issuer", "stamp_of"]


@dataclass(frozen=True, slots=True)
class ServerIdentity:
    """A server that knows its users.

    Attributes:
        name: shown to people.
        resource: its resource identifier (RFC 8707).
        verifier: checks the tokens of its calls, and of the browsers that sign in to its pages.
    """

    name: str
    resource: str
    verifier: TokenVerifier


def identity_of(mcp: MCPServer[Any]) -> ServerIdentity:
    """Read it from an `MCPServer`.

    Raises:
        Misuse: `no_authorization`, the server takes calls from nobody in particular.
    """
    auth = mcp.settings.auth
    verifier = mcp._token_verifier  # noqa: SLF001  the SDK keeps what the author gave it under this name only
    if auth is None or auth.resource_server_url is None or verifier is None:
        raise Misuse(
            "no_authorization",
            "The server has no MCP authorization, so nobody knows who its users are. Give MCPServer a "
            "token_verifier and auth=AuthSettings(issuer_url=..., resource_server_url=...).",
        )
    return _agreeing(ServerIdentity(mcp.title or mcp.name, str(auth.resource_server_url), verifier))


def lowlevel_identity(server: Server[Any], verifier: TokenVerifier | None, resource: str | None) -> ServerIdentity:
    """Put it together for a low-level server, which does not know it.

    Raises:
        Misuse: `no_authorization`.
    """
    if verifier is None or not resource:
        raise Misuse(
            "no_authorization",
            "For a low-level Server write elicitor.attach(server, token_verifier=..., resource=...), with the "
            "verifier and the resource that its application is built with.",
        )
    return _agreeing(ServerIdentity(server.title or server.name, resource, verifier))


def refuse_other_issuer(server: ServerIdentity, issuer: str) -> None:
    """Raises:
    Misuse: `issuers_differ`, the pages sign people in somewhere else than the server's tokens come from, so that no
        visitor could ever be recognised.
    """
    if isinstance(server.verifier, JWTVerifier) and server.verifier.issuer != issuer:
        raise Misuse(
            "issuers_differ",
            f"SignIn(issuer={issuer!r}) and JWTVerifier(issuer={server.verifier.issuer!r}) must be the same, letter "
            "by letter: people are recognised by the issuer of their tokens.",
        )


def _agreeing(server: ServerIdentity) -> ServerIdentity:
    """Raises:
    Misuse: `audience_differs`, the verifier would refuse every token of this server.
    """
    verifier = server.verifier
    if isinstance(verifier, JWTVerifier) and verifier.audience.rstrip("/") != server.resource.rstrip("/"):
        raise Misuse(
            "audience_differs",
            f"JWTVerifier(audience={verifier.audience!r}) must be the server's resource, {server.resource!r}: tokens "
            "are issued for that (RFC 8707).",
        )
    return server


def identify_with(verifier: TokenVerifier) -> Callable[[Secret], Awaitable[Principal]]:
    """The rule of MCP calls, for the token of a browser's sign-in."""

    async def identify(token: Secret) -> Principal:
        verified = await verifier.verify_token(token.reveal())
        if verified is None:
            raise Refused(
                "sign_in_token_refused",
                "The authorization server signed you in, but not for this server. Its operator has to allow this "
                "server's resource (RFC 8707).",
            )
        return principal_of(verified)

    return identify


def stamp_of(mcp: MCPServer[Any]) -> dict[str, Any]:
    """What results of era B say about the server."""
    stamp: dict[str, Any] = mcp._lowlevel_server.server_info_stamp  # noqa: SLF001
    return stamp
