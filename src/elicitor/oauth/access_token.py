"""Checking a JWT access token that a client sent to this server (RFC 9068)."""

from __future__ import annotations

from collections.abc import Mapping

from elicitor.clock import Clock
from elicitor.errors import Refused
from elicitor.oauth.metadata import MetadataCache
from elicitor.oauth.signed import NotGood, check_signed
from elicitor.secret import Secret

__all__ = ["AccessTokenCheck"]


class AccessTokenCheck:
    """Checks tokens of one issuer for one audience.

    Args:
        issuer: exactly as the tokens state it.
        audience: this server's resource identifier.
    """

    def __init__(self, issuer: str, audience: str, metadata: MetadataCache, clock: Clock) -> None:
        self._issuer = issuer
        self._audience = audience
        self._metadata = metadata
        self._clock = clock

    async def check(self, unverified_token: Secret) -> Mapping[str, object]:
        """The token's claims.

        Raises:
            Refused: `token_invalid`, with the reason in the evidence.
            ProviderUnreachable: the issuer's keys cannot be read now.
        """
        endpoints = await self._metadata.get(self._issuer)
        try:
            claims = await check_signed(
                self._metadata.keys,
                endpoints.jwks,
                unverified_token,
                issuer=self._issuer,
                audience=self._audience,
                now=self._clock(),
                kind="at+jwt",
            )
            _check_kind(claims)
        except NotGood as error:
            raise Refused("token_invalid", "The access token is not good here.", why=error.why) from error
        return claims


def _check_kind(claims: Mapping[str, object]) -> None:
    """An ID token is for the client that signed somebody in; only such a token has these claims."""
    if "at_hash" in claims or "c_hash" in claims:
        raise NotGood("kind")
