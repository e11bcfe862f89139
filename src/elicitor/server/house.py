"""The parts of a running server, put together once and handed to whoever needs them.

No part looks for another by itself. `House.start` does the work that needs a database or a network; it may be
called by a lifespan or, where none runs, by the first request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from elicitor.development import DevelopmentHttp
from elicitor.errors import Misuse, ProviderBroke, ProviderUnreachable
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import MetadataCache
from elicitor.oauth.provider import Provider
from elicitor.principal import Principal
from elicitor.protocol.link import PublicUrl
from elicitor.secret import Secret
from elicitor.server.lodge import Lodge, Settings
from elicitor.server.sign_in_settings import SignIn
from elicitor.vault.keys import KeyRing
from elicitor.vault.seal import Sealer

__all__ = ["House", "Identify", "Settings"]

Identify = Callable[[Secret], Awaitable[Principal]]
"""Reads an access token for this MCP server by the very rule that MCP requests go through.

Raises `Refused` where the token is not good for this server or names no person."""


@dataclass(eq=False, kw_only=True)
class House(Lodge):
    """Everything a request needs.

    Attributes:
        public_url: where people reach it.
        resource: the MCP server's own resource identifier (RFC 8707), for which access tokens are issued.
        identify: see `Identify`.
    """

    public_url: PublicUrl
    resource: str
    connections: Mapping[str, Provider]
    sign_in: SignIn
    identify: Identify
    ring: KeyRing
    sealer: Sealer
    http: Http
    metadata: MetadataCache
    development: DevelopmentHttp | None = None

    async def close(self) -> None:
        """Close what `start` opened."""
        await self.http.aclose()
        await super().close()

    def provider(self, connection: str) -> Provider:
        """The third party behind a connection.

        Raises:
            Misuse: `unknown_connection`, with the names there are.
        """
        found = self.connections.get(connection)
        if found is not None:
            return found
        names = ", ".join(sorted(self.connections)) or "none"
        raise Misuse(
            "unknown_connection",
            f'Connect("{connection}") names no connection. The connections of this server are: {names}.',
        )

    async def _look_around(self) -> None:
        """Look at the connections and the issuers.

        Raises:
            Misuse: `issuer_mismatch`, an issuer calls itself otherwise. Correct the configuration.
        """
        for provider in self.connections.values():
            if not provider.api_origins:  # `account.http` will refuse every address; the token alone may be wanted
                await self.reporter.emit("connection_without_origins", severity="fault", connection=provider.name)
        issuers = {self.sign_in.issuer}
        issuers |= {provider.issuer for provider in self.connections.values() if provider.issuer}
        for issuer in sorted(issuers):
            await self._look_at_issuer(issuer)

    async def _look_at_issuer(self, issuer: str) -> None:
        try:
            await self.metadata.get(issuer)
        except ProviderUnreachable as error:
            # A silent issuer may wake up: the pages say so until it does, and every use asks again.
            await self.reporter.emit("issuer_silent", severity="fault", issuer=issuer, because=error.code)
        except ProviderBroke as error:
            raise Misuse(
                error.code,
                f"The issuer {issuer!r} cannot be used: {error.sentence} Correct the issuer in the configuration.",
                issuer=issuer,
            ) from error
