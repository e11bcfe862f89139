"""Redeeming a code (RFC 6749 section 4.1.3), which takes a checked answer and nothing else."""

from __future__ import annotations

from elicitor.oauth.authorize import ValidCallback
from elicitor.oauth.client_auth import authenticate
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import Provider
from elicitor.oauth.token_reply import TokenReply, read_token_reply
from elicitor.secret import Secret

__all__ = ["TokenReply", "exchange"]


async def exchange(
    http: Http,
    endpoints: Endpoints,
    provider: Provider,
    callback: ValidCallback,
    *,
    redirect_uri: str,
    verifier: Secret,
    requested: frozenset[str],
    now: int,
    resource: str | None = None,
) -> TokenReply:
    """Exchange a code for tokens. Call it once: a code is never tried again.

    Raises:
        ProviderSaidNo, ProviderBroke, ProviderUnreachable: as `read_token_reply` and `Http.post_form`.
    """
    headers, fields = authenticate(provider)
    fields |= {
        "grant_type": "authorization_code",
        "code": callback.code.reveal(),
        "redirect_uri": redirect_uri,
        "code_verifier": verifier.reveal(),
    }
    if resource is not None:
        fields["resource"] = resource
    reply = await http.post_form(endpoints.token, fields, headers | {"Accept": "application/json"})
    return read_token_reply(reply, provider, requested, now)
