"""Checking a signed JWT (RFC 7519, RFC 8725): a fixed list of algorithms, exact issuer, audience, and time."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping

from joserfc import jwt
from joserfc.errors import JoseError

from elicitor.errors import ProviderBroke
from elicitor.oauth.json_reply import read_json_object
from elicitor.oauth.jwks import KeyCache
from elicitor.secret import Secret

__all__ = ["LEEWAY", "NotGood", "check_signed"]

LEEWAY = 60
"""Seconds by which clocks may differ."""

_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]
_LONGEST = 16_384


class NotGood(Exception):
    """The token is not good; `why` is a word for the log."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


async def check_signed(
    keys: KeyCache, jwks_uri: str | None, unverified: Secret, *, issuer: str, audience: str, now: int
) -> Mapping[str, object]:
    """The claims of a token that was signed by the issuer for the audience and is in force.

    Raises:
        NotGood: with the reason.
        ProviderUnreachable: the keys cannot be read now.
    """
    if jwks_uri is None:
        raise NotGood("no_keys")
    text = unverified.reveal()
    key_set = await keys.find(jwks_uri, _kid_of(text))
    try:
        claims: Mapping[str, object] = jwt.decode(text, key_set, algorithms=_ALGORITHMS).claims
    except (JoseError, ValueError, TypeError) as error:
        raise NotGood("signature") from error
    _check_claims(claims, issuer, audience, now)
    return claims


def _kid_of(text: str) -> str | None:
    if len(text) > _LONGEST:
        raise NotGood("too_long")
    header = text.partition(".")[0]
    try:
        kid = read_json_object(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4))).get("kid")
    except (ProviderBroke, binascii.Error, ValueError) as error:
        raise NotGood("malformed") from error
    return kid if isinstance(kid, str) else None


def _check_claims(claims: Mapping[str, object], issuer: str, audience: str, now: int) -> None:
    stated = claims.get("aud")
    audiences = stated if isinstance(stated, list) else [stated]
    if claims.get("iss") != issuer:
        raise NotGood("issuer")
    if audience not in audiences:
        raise NotGood("audience")
    expires = _time(claims, "exp")
    if expires is None or now >= expires + LEEWAY:
        raise NotGood("expired")
    for name in ("nbf", "iat"):
        begins = _time(claims, name)
        if begins is not None and begins > now + LEEWAY:
            raise NotGood("not_yet")


def _time(claims: Mapping[str, object], name: str) -> float | None:
    value = claims.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NotGood("malformed")
    return value
