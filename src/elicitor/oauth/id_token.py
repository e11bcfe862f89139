"""Checking an ID token (OpenID Connect Core section 3.1.3.7)."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from elicitor.errors import ProviderBroke
from elicitor.oauth.jwks import KeyCache
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.signed import NotGood, check_signed
from elicitor.secret import Secret

__all__ = ["validate_id_token"]


async def validate_id_token(
    keys: KeyCache, endpoints: Endpoints, *, client_id: str, id_token: Secret, nonce: Secret, now: int
) -> Mapping[str, object]:
    """The claims of an ID token that was made for this client and this very trip.

    Raises:
        ProviderBroke: `id_token_invalid`, with the reason in the evidence.
        ProviderUnreachable: the keys cannot be read now.
    """
    try:
        claims = await check_signed(
            keys, endpoints.jwks, id_token, issuer=endpoints.issuer or "", audience=client_id, now=now
        )
        _check_party(claims, client_id)
        _check_nonce(claims, nonce)
    except NotGood as error:
        raise ProviderBroke("id_token_invalid", "The sign-in could not be verified.", why=error.why) from error
    return claims


def _check_party(claims: Mapping[str, object], client_id: str) -> None:
    audience, party = claims.get("aud"), claims.get("azp")
    if isinstance(audience, list) and len(audience) > 1 and party is None:
        raise NotGood("azp")
    if party is not None and party != client_id:
        raise NotGood("azp")


def _check_nonce(claims: Mapping[str, object], nonce: Secret) -> None:
    stated = claims.get("nonce")
    if not isinstance(stated, str) or not hmac.compare_digest(stated.encode(), nonce.reveal().encode()):
        raise NotGood("nonce")
