"""Starts npm's oidc-provider on a free loopback port, once for each role: the MCP server's own, a third party.

What it is: authorization code with PKCE required, refresh tokens that rotate and whose family dies with a replay,
`iss` in the answer, resource indicators with JWT access tokens, revocation, introspection, userinfo.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import httpx2

from support.node import TOOLS, running_script

__all__ = ["Registered", "RunningProvider", "running_oidc_provider"]

_SERVER = Path(__file__).with_name("server.mjs")
_RECORD = "/seen-by-the-tests"


@dataclass(frozen=True)
class Registered:
    """A client that the server knows.

    Attributes:
        client_id: its id.
        redirect_uris: where people may be sent back to.
        secret: empty for a public client.
        name: how the consent page calls it.
        authentication: how the secret is sent; a public client sends none.
    """

    client_id: str
    redirect_uris: tuple[str, ...]
    secret: str = ""
    name: str = ""
    authentication: Literal["client_secret_basic", "client_secret_post"] = "client_secret_basic"

    def metadata(self) -> dict[str, Any]:
        """As oidc-provider is told."""
        return {
            "client_id": self.client_id,
            "client_name": self.name or self.client_id,
            "redirect_uris": list(self.redirect_uris),
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": self.authentication if self.secret else "none",
            **({"client_secret": self.secret} if self.secret else {}),
        }


@dataclass(frozen=True)
class RunningProvider:
    """A running server.

    Attributes:
        issuer: its identifier and address.
        pid: its process, a child of this one.
    """

    issuer: str
    pid: int

    def requests(self) -> list[tuple[str, str, int]]:
        """Method, path and status of every request that it answered, oldest first."""
        reply = httpx2.get(self.issuer + _RECORD, trust_env=False)
        return [(seen["method"], seen["path"], seen["status"]) for seen in reply.raise_for_status().json()]

    def token_calls(self) -> int:
        """How often somebody was at its token endpoint."""
        return sum(path == "/token" for _, path, _ in self.requests())


@contextmanager
def running_oidc_provider(
    clients: Sequence[Registered],
    *,
    scopes: Sequence[str] = (),
    resources: Mapping[str, str] | None = None,
    consent: Literal["page", "auto"] = "page",
    access_token_seconds: int = 60,
) -> Iterator[RunningProvider]:
    """Start a server; it is stopped when the block ends.

    Args:
        clients: who may ask it.
        scopes: beside `openid`, `offline_access`, `profile` and `email`.
        resources: resource indicator to its scopes, separated by spaces. An access token for one is a JWT.
        consent: whether people are asked.
        access_token_seconds: how long access tokens are good.

    Raises:
        RuntimeError: it does not start, or is not installed; the sentence says what to do.
    """
    settings = {
        "clients": [client.metadata() for client in clients],
        "scopes": list(scopes),
        "resources": dict(resources or {}),
        "consent": consent,
        "accessTokenSeconds": access_token_seconds,
    }
    environment = {"OIDC_PROVIDER_SETTINGS": json.dumps(settings), "OIDC_PROVIDER_TOOLS": str(TOOLS)}
    with running_script(_SERVER, environment) as said:
        provider = RunningProvider(said["issuer"], said["pid"])
        _check_is_ready(provider)
        yield provider


def _check_is_ready(provider: RunningProvider) -> None:
    """It listened before it spoke; what is left to see is that it knows its own name."""
    reply = httpx2.get(f"{provider.issuer}/.well-known/openid-configuration", trust_env=False)
    if reply.raise_for_status().json()["issuer"] != provider.issuer:
        raise RuntimeError(f"the server at {provider.issuer} calls itself otherwise")
