"""Refreshing (RFC 6749 section 6). One at a time is the caller's business."""

from __future__ import annotations

from dataclasses import replace

from elicitor.credential import Credential
from elicitor.errors import Misuse, ProviderUnreachable
from elicitor.oauth.client_auth import authenticate
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import Provider
from elicitor.oauth.token_reply import TokenReply, read_token_reply

__all__ = ["refresh"]


async def refresh(http: Http, endpoints: Endpoints, provider: Provider, credential: Credential, now: int) -> TokenReply:
    """New tokens for a refresh token. What the reply leaves out stays as it was: the refresh token, the extra facts.

    Raises:
        ProviderUnreachable: `refresh_unknown` where the request may have arrived and no reply came: the refresh
            token may be spent. Else nothing has changed.
        ProviderSaidNo: `final` where the person has to connect again.
        ProviderBroke: the reply is wrong and was not used.
    """
    if credential.refresh_token is None:
        raise Misuse("no_refresh_token", "There is nothing to refresh with.")
    headers, fields = authenticate(provider)
    fields |= {"grant_type": "refresh_token", "refresh_token": credential.refresh_token.reveal()}
    try:
        reply = await http.post_form(endpoints.token, fields, headers | {"Accept": "application/json"})
    except ProviderUnreachable as error:
        if error.code != "reply_lost":
            raise
        raise ProviderUnreachable("refresh_unknown", "The other side did not finish its answer.") from error
    read = read_token_reply(reply, provider, frozenset(), now)
    kept = replace(
        read.credential,
        refresh_token=read.credential.refresh_token or credential.refresh_token,
        extra={**credential.extra, **read.credential.extra},
    )
    return replace(read, credential=kept)
