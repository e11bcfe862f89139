"""The one function that says whose token it is.

The token of an MCP call and the token of a browser's sign-in both go through it, so they can only name the same
person. A token without a subject is refused: the SDK would otherwise let all users of one OAuth client share
what they own.
"""

from __future__ import annotations

import getpass
from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken
from mcp.server.context import ServerRequestContext

from elicitor.errors import Refused
from elicitor.principal import Owner, Principal

__all__ = ["person_of", "principal_of"]

_THIS_MACHINE = "local"


def principal_of(token: AccessToken | None, *, tenant: str = "") -> Principal:
    """Read the principal from a token that the server's verifier has accepted.

    Raises:
        Refused: `no_token`, `no_issuer`, `no_subject` or `no_client`. There is nobody to ask.
    """
    if token is None:
        raise Refused(
            "no_token",
            "This server has not checked an access token for this call, so nobody can be asked. Its operator has to "
            "serve it over HTTP with MCP authorization: streamable_http_app(auth=..., token_verifier=...). Local "
            "servers come with a later release.",
        )
    issuer = (token.claims or {}).get("iss")
    owner = Owner(tenant=tenant, issuer=issuer, subject=token.subject)  # type: ignore[arg-type]
    return Principal(owner=owner, client_id=token.client_id)


def person_of(ctx: ServerRequestContext[Any, Any]) -> Principal:
    """Whose call this is: by the access token, or, on a server that one person runs for themselves, that person.

    A call that came over no network (stdio, in process) is the operating system user's. Over HTTP there is nobody
    without a token.

    Raises:
        Refused: as `principal_of`.
    """
    token = get_access_token()
    if token is None and ctx.request is None:
        return Principal(Owner("", _THIS_MACHINE, getpass.getuser()), _THIS_MACHINE)
    return principal_of(token)
