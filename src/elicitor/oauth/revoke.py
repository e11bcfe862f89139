"""Giving tokens back (RFC 7009)."""

from __future__ import annotations

from elicitor.credential import Credential
from elicitor.oauth.client_auth import authenticate
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import Provider

__all__ = ["revoke"]

_OK = 200


async def revoke(http: Http, endpoints: Endpoints, provider: Provider, credential: Credential) -> bool:
    """Revoke the refresh token, which ends the whole grant, and then the access token.

    Returns:
        Whether the provider confirmed every revocation; False where it cannot revoke.

    Raises:
        ProviderUnreachable, ProviderBroke: as `Http.post_form`.
    """
    if endpoints.revocation is None:
        return False
    tokens = [("refresh_token", credential.refresh_token), ("access_token", credential.access_token)]
    confirmed = True
    for hint, token in tokens:
        if token is None:
            continue
        headers, fields = authenticate(provider)
        fields |= {"token": token.reveal(), "token_type_hint": hint}
        reply = await http.post_form(endpoints.revocation, fields, headers)
        confirmed = confirmed and reply.status == _OK
    return confirmed
