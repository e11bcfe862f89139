"""Making tokens: access tokens by RFC 9068, ID tokens by OpenID Connect Core section 2.

The access token names the resource it is for (RFC 8707), or the box itself where none was asked for; its
subject is the stable one. The ID token's subject is the client's own where the box is pairwise.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from elicitor.identifiers import mint_identifier
from elicitor.testing.box.faults import Place
from elicitor.testing.box.faults.claims import CLAIM_FAULTS
from elicitor.testing.box.ledger import AccessToken, Family
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.people import User

__all__ = ["client_subject", "mint_access_token", "mint_id_token", "person_claims"]


def mint_access_token(box: Parts, family: Family, scopes: frozenset[str], resources: tuple[str, ...]) -> str:
    """Sign and remember an access token."""
    now = box.settings.clock()
    audience = resources or (box.issuer,)
    expires_at = now + box.settings.access_token_lifetime
    text = box.key.sign(
        {
            "iss": box.issuer,
            "sub": family.user.sub,
            "aud": audience[0] if len(audience) == 1 else list(audience),
            "client_id": family.client_id,
            "scope": " ".join(sorted(scopes)),
            "iat": now,
            "exp": expires_at,
            "jti": mint_identifier(),
            "auth_time": family.auth_time,
        },
        typ="at+jwt",
    )
    box.ledger.keep_access_token(text, AccessToken(family, audience, scopes, expires_at))
    return text


def mint_id_token(box: Parts, family: Family, scopes: frozenset[str]) -> str:
    """Sign an ID token."""
    now = box.settings.clock()
    claims: dict[str, Any] = {
        "iss": box.issuer,
        "aud": family.client_id,
        "iat": now,
        "exp": now + box.settings.access_token_lifetime,
        "auth_time": family.auth_time,
        **person_claims(box, family, scopes),
    }
    if family.nonce:
        claims["nonce"] = family.nonce
    spoil = CLAIM_FAULTS.get(box.mishaps.take(Place.ID_TOKEN))
    return box.key.sign(spoil(claims) if spoil else claims, typ="JWT")


def person_claims(box: Parts, family: Family, scopes: frozenset[str]) -> dict[str, Any]:
    """Who the person is, as far as the scopes allow a client to know (OpenID Connect Core section 5.4)."""
    user = family.user
    claims: dict[str, Any] = {"sub": client_subject(box, family.client_id, user)}
    if "profile" in scopes:
        claims |= {"name": user.title, "preferred_username": user.login}
    if "email" in scopes and user.email:
        claims |= {"email": user.email}
    return claims


def client_subject(box: Parts, client_id: str, user: User) -> str:
    """The subject that one client gets to see (OpenID Connect Core section 8.1)."""
    if not box.settings.pairwise:
        return user.sub
    digest = hashlib.sha256(f"{box.key.kid}\n{client_id}\n{user.sub}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()
