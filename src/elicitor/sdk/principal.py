"""The one function that says whose token it is.

The token of an MCP call and the token of a browser's sign-in both go through it, so they can only name the same
person. A token without a subject is refused: the SDK would otherwise let all users of one OAuth client share
what they own.
"""

from __future__ import annotations

from mcp.server.auth.provider import AccessToken

from elicitor.errors import Refused
from elicitor.principal import Owner, Principal

__all__ = ["principal_of"]


def principal_of(token: AccessToken | None, *, tenant: str = "") -> Principal:
    """Read the principal from a token that the server's verifier has accepted.

    Raises:
        Refused: `no_token`, `no_issuer`, `no_subject` or `no_client`. There is nobody to ask.
    """
    if token is None:
        raise Refused(
            "no_token",
            "This call carries no access token, so nobody can be asked. Serve over HTTP with MCP authorization; "
            "local servers come with a later release.",
        )
    issuer = (token.claims or {}).get("iss")
    owner = Owner(tenant=tenant, issuer=issuer, subject=token.subject)  # type: ignore[arg-type]
    return Principal(owner=owner, client_id=token.client_id)
