"""A token verifier for JWT access tokens of one issuer: what the SDK lacks and every author needs."""

from __future__ import annotations

import logging

from mcp.server.auth.provider import AccessToken

from elicitor.clock import Clock, system_clock
from elicitor.development import DevelopmentHttp
from elicitor.errors import ElicitorError, ProviderUnreachable
from elicitor.oauth.access_token import AccessTokenCheck
from elicitor.oauth.encrypted import require_encrypted_issuer
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import MetadataCache
from elicitor.secret import Secret

__all__ = ["JWTVerifier"]

_logger = logging.getLogger("elicitor.tokens")
"""One line for each token that was refused, with the reason and nothing of the token."""


class JWTVerifier:
    """Checks that a bearer token is a JWT of the issuer, for this server, and not over (RFC 9068).

    Give it to `MCPServer(token_verifier=...)`. The issuer and the subject it reads are what elicitor knows people by.

    Args:
        issuer: the issuer identifier, exactly as its metadata states it.
        audience: this server's resource identifier, which the token's `aud` must hold.
        development: see `development_http()`.

    Attributes:
        issuer, audience: as they were given.

    Raises:
        Misuse: `issuer_not_https`, an issuer on plain http without `development_http()`, or not on this machine.
    """

    def __init__(
        self,
        *,
        issuer: str,
        audience: str,
        development: DevelopmentHttp | None = None,
        clock: Clock = system_clock,
    ) -> None:
        require_encrypted_issuer(issuer, development, where="JWTVerifier")
        self.issuer = issuer
        self.audience = audience
        self._http = Http(development=development)
        metadata = MetadataCache(self._http, clock)
        self._check = AccessTokenCheck(issuer, audience, metadata, clock)

    async def aclose(self) -> None:
        """Close its connections. A server that elicitor is attached to does it when it stops."""
        await self._http.aclose()

    async def verify_token(self, token: str) -> AccessToken | None:
        """The token's content, or None where it is not good here.

        Raises:
            ProviderUnreachable: the issuer's keys cannot be read now, so nothing can be said about the token.
        """
        try:
            claims = await self._check.check(Secret(token))
        except ProviderUnreachable:
            raise
        except ElicitorError as error:
            _logger.warning("token_refused because=%s %s", error.code, error.evidence.get("why", ""))
            return None
        client_id, subject, expires_at = (claims.get(name) for name in ("client_id", "sub", "exp"))
        client_id = client_id or claims.get("azp")
        if not isinstance(client_id, str) or not isinstance(expires_at, int | float):
            _logger.warning("token_refused because=no_client_or_expiry")
            return None
        return AccessToken(
            token=token,
            client_id=client_id,
            scopes=str(claims.get("scope") or "").split(),
            expires_at=int(expires_at),
            resource=self.audience,
            subject=subject if isinstance(subject, str) else None,
            claims=dict(claims),
        )
