"""The parts of a running server, put together once and handed to whoever needs them.

No part looks for another by itself. `House.start` does the work that needs a database or a network; it may be
called by a lifespan or, where none runs, by the first request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

import anyio

from elicitor.clock import Clock
from elicitor.development import DevelopmentHttp
from elicitor.errors import Misuse, ProviderBroke, ProviderUnreachable
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import MetadataCache
from elicitor.oauth.provider import Provider
from elicitor.principal import Principal
from elicitor.protocol.link import PublicUrl
from elicitor.secret import Secret
from elicitor.server.completion import Completion
from elicitor.server.reporting import Reporter
from elicitor.server.sign_in_settings import SignIn
from elicitor.vault.keys import KeyRing
from elicitor.vault.seal import Sealer
from elicitor.vault.vault import Vault

__all__ = ["House", "Identify", "Settings"]

Identify = Callable[[Secret], Awaitable[Principal]]
"""Reads an access token for this MCP server by the very rule that MCP requests go through.

Raises `Refused` where the token is not good for this server or names no person."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How long things live.

    Attributes:
        ticket_life: from the ask to the last moment at which the person may come back from the third party.
        patience: how long an early retry waits for the errand to end before it is told "not yet"; stay well
            under the time after which clients give up on a call.
        open_tickets: how many live tickets one person may have before new asks are refused.
    """

    ticket_life: timedelta = timedelta(minutes=10)
    patience: timedelta = timedelta(seconds=20)
    open_tickets: int = 50


@dataclass(eq=False)
class House:
    """Everything a request needs.

    Attributes:
        name: what the operator calls this server; people see it on every page.
        public_url: where people reach it.
        resource: the MCP server's own resource identifier (RFC 8707), for which access tokens are issued.
        identify: see `Identify`.
    """

    name: str
    public_url: PublicUrl
    resource: str
    connections: Mapping[str, Provider]
    sign_in: SignIn
    identify: Identify
    vault: Vault
    ring: KeyRing
    sealer: Sealer
    http: Http
    metadata: MetadataCache
    completion: Completion
    reporter: Reporter
    clock: Clock
    development: DevelopmentHttp | None = None
    settings: Settings = field(default_factory=Settings)
    _started: bool = False
    _starting: anyio.Lock = field(default_factory=anyio.Lock)

    async def start(self) -> None:
        """Open the vault and look at the issuers. Safe to call again; does its work once.

        Raises:
            Misuse: `issuer_mismatch`, an issuer calls itself otherwise. Correct the configuration. The database
                errors of `Vault.start`.
        """
        if self._started:
            return
        async with self._starting:
            if self._started:
                return
            await self.vault.start()
            await self._look_at_issuers()
            self._started = True

    async def close(self) -> None:
        """Close what `start` opened."""
        await self.http.aclose()
        await self.vault.close()

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

    async def _look_at_issuers(self) -> None:
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
