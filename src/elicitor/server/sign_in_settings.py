"""How visitors sign in: at the authorization server that also issues the tokens of MCP calls.

This is the recommended design (`docs/design.md`). The browser gets an access token for the MCP server's own
resource (RFC 8707), and it goes through the same function as the token of an MCP call, so both name the same
person by construction. ID-token subjects are never compared: they may be pairwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from elicitor.errors import Misuse
from elicitor.secret import Secret

__all__ = ["SignIn"]


@dataclass(frozen=True, slots=True)
class SignIn:
    """Sign-in with the MCP server's own authorization server.

    Attributes:
        issuer: its issuer identifier, exactly as its metadata states it.
        client_id: of the client that you registered there for these pages, with the redirect URI
            `{public_url}/connect/signed-in`.
        client_secret: its secret; None for a public client.
        scopes: asked for at sign-in; `openid` brings the name to greet people with.

    Raises:
        Misuse: `sign_in_malformed`, something is empty.
    """

    issuer: str
    client_id: str
    client_secret: Secret | str | None = None
    scopes: frozenset[str] = frozenset({"openid", "profile"})

    def __post_init__(self) -> None:
        if not self.issuer or not self.client_id:
            raise Misuse("sign_in_malformed", "SignIn(...) needs an issuer and a client_id.")
        if isinstance(self.client_secret, str):
            object.__setattr__(self, "client_secret", Secret(self.client_secret))
        object.__setattr__(self, "scopes", frozenset(self.scopes))
