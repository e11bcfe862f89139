"""Checking a signed JWT (RFC 7519, RFC 8725): a fixed list of algorithms, exact issuer, audience, kind, and time.

The keys are the issuer's own; what a token says about keys is not looked at, except the id of one of these. Header and
claims are read as strictly as any stranger's JSON.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping

from joserfc import jws
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
_KIND = "+jwt"


class NotGood(Exception):
    """The token is not good; `why` is a word for the log."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


async def check_signed(
    keys: KeyCache,
    jwks_uri: str | None,
    unverified: Secret,
    *,
    issuer: str,
    audience: str,
    now: int,
    kind: str = "",
) -> Mapping[str, object]:
    """The claims of a token that was signed by the issuer for the audience and is in force.

    Args:
        kind: the one that the token may name in `typ`, say `at+jwt`. Many issuers name none, which is taken as well;
            another kind is refused (RFC 8725 section 3.11).

    Raises:
        NotGood: with the reason.
        ProviderUnreachable: the keys cannot be read now.
    """
    if jwks_uri is None:
        raise NotGood("no_keys")
    text = unverified.reveal()
    key_set = await keys.find(jwks_uri, _kid_of(text))
    try:
        token = jws.deserialize_compact(text, key_set, registry=_registry())
    except (JoseError, ValueError, TypeError) as error:
        raise NotGood("signature") from error
    _check_header(token.headers(), kind)
    claims = _read(token.payload or b"")
    _check_claims(claims, issuer, audience, now)
    return claims


def _read(content: bytes) -> dict[str, object]:
    try:
        return read_json_object(content)
    except ProviderBroke as error:
        raise NotGood("malformed") from error


def _registry() -> jws.JWSRegistry:
    # Parameters that we do not know are ignored (RFC 7515 section 4), a chain of certificates included.
    registry = jws.JWSRegistry(algorithms=_ALGORITHMS, strict_check_header=False)
    registry.max_header_length = _LONGEST
    return registry


def _check_header(header: Mapping[str, object], kind: str) -> None:
    if "crit" in header or "b64" in header:
        raise NotGood("critical")  # we understand no extension, and RFC 7797 section 7 forbids this one
    named = str(header.get("typ", "")).lower().removeprefix("application/")
    if named.endswith(_KIND) and named != kind:
        raise NotGood("kind")


def _kid_of(text: str) -> str | None:
    if len(text) > _LONGEST:
        raise NotGood("too_long")
    header = text.partition(".")[0]
    try:
        decoded = base64.urlsafe_b64decode(header + "=" * (-len(header) % 4))
    except (binascii.Error, ValueError) as error:
        raise NotGood("malformed") from error
    kid = _read(decoded).get("kid")
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
