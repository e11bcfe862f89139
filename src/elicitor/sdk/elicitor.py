"""`Elicitor`: what a server author makes once and attaches to a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mcp.server.auth.provider import TokenVerifier
from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import RequestStateSecurity

from elicitor.clock import Clock, system_clock
from elicitor.development import DevelopmentHttp
from elicitor.errors import Misuse, Refused
from elicitor.events import Listener
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import MetadataCache
from elicitor.oauth.provider import Provider
from elicitor.principal import Principal
from elicitor.protocol.link import validate_public_url
from elicitor.sdk.attaching import attach_to, refuse_built_app, refuse_earlier_functions
from elicitor.sdk.desk import Desk
from elicitor.sdk.principal import principal_of
from elicitor.secret import Secret
from elicitor.server.completion import Completion
from elicitor.server.house import House, Settings
from elicitor.server.reporting import Reporter, write_to_logging
from elicitor.server.sign_in_settings import SignIn
from elicitor.server.web.app import create_pages
from elicitor.vault.keys import KeyRing
from elicitor.vault.vault import Vault

__all__ = ["Elicitor"]


class Elicitor:
    """Asks people for what a server's tools need, and keeps what they give.

    Args:
        public_url: where people reach the server, with the path it is mounted under. Links and redirect URIs are
            made from it and from nothing else.
        connections: what people can be asked for.
        identity: how a visitor of the pages signs in.
        keys: the ring that seals what is kept.
        storage: a database URL; a SQLite file by default.
        development: `development_http()` to try things out on this machine without https.
        listeners: told of every event, beside the logging module and the event log.
        settings: how long things live.

    Raises:
        Misuse: something is wrong with the configuration; the sentence says what to change.
    """

    def __init__(
        self,
        *,
        public_url: str,
        connections: Iterable[Provider],
        identity: SignIn,
        keys: KeyRing,
        storage: str = "sqlite:///elicitor.db",
        development: DevelopmentHttp | None = None,
        listeners: Sequence[Listener] = (),
        settings: Settings | None = None,
        clock: Clock = system_clock,
    ) -> None:
        self._public_url = validate_public_url(public_url, development)
        self._connections = _by_name(connections)
        self._identity = identity
        self._keys = keys
        self._storage = storage
        self._development = development
        self._listeners = (write_to_logging, *listeners)
        self._settings = settings or Settings()
        self._clock = clock
        self._desk: Desk | None = None

    def attach(self, mcp: MCPServer[Any]) -> None:
        """Give a server its middleware and pages. Call it before functions are registered and before the app is built.

        Raises:
            Misuse: `attached_twice`, `attached_too_late`, `registered_before_attach` or `no_authorization`.
        """
        if self._desk is not None:
            raise Misuse("attached_twice", "This Elicitor is attached already; make one for each server.")
        refuse_built_app(mcp)
        refuse_earlier_functions(mcp)
        self._desk = Desk(self._furnish(mcp), lambda: _server_info(mcp), verifier=mcp._token_verifier)  # noqa: SLF001
        attach_to(mcp, self._desk, create_pages(self._desk.house))

    @property
    def house(self) -> House:
        """The running parts, once attached: for tests and for operators' own programs.

        Raises:
            Misuse: `not_attached`.
        """
        if self._desk is None:
            raise Misuse("not_attached", "Call elicitor.attach(mcp) first.")
        return self._desk.house

    def request_state_security(self) -> RequestStateSecurity:
        """Seals request state with the ring, so that retries survive a restart and reach any worker.

        Give it to `MCPServer(request_state_security=...)`.
        """
        return RequestStateSecurity(keys=self._keys.derive("request-state"))

    def _furnish(self, mcp: MCPServer[Any]) -> House:
        auth = mcp.settings.auth
        verifier = mcp._token_verifier  # noqa: SLF001  the SDK keeps what the author gave it under this name only
        if auth is None or auth.resource_server_url is None or verifier is None:
            raise Misuse(
                "no_authorization",
                "The server has no MCP authorization, so nobody knows who its users are. Give MCPServer a "
                "token_verifier and auth=AuthSettings(issuer_url=..., resource_server_url=...).",
            )
        vault = Vault.open(self._storage, self._keys, self._clock)
        http = Http(development=self._development)
        return House(
            name=mcp.title or mcp.name,
            public_url=self._public_url,
            resource=str(auth.resource_server_url),
            connections=self._connections,
            sign_in=self._identity,
            identify=_identify_with(verifier),
            vault=vault,
            ring=self._keys,
            sealer=vault.sealer,
            http=http,
            metadata=MetadataCache(http, self._clock),
            completion=Completion(vault.tickets),
            reporter=Reporter(vault.events, self._clock, self._listeners),
            clock=self._clock,
            development=self._development,
            settings=self._settings,
        )


def _by_name(connections: Iterable[Provider]) -> dict[str, Provider]:
    named: dict[str, Provider] = {}
    for provider in connections:
        if provider.name in named:
            raise Misuse("connection_repeated", f"Two connections are called {provider.name!r}; rename one.")
        named[provider.name] = provider
    return named


def _identify_with(verifier: TokenVerifier) -> Any:
    async def identify(token: Secret) -> Principal:
        verified = await verifier.verify_token(token.reveal())
        if verified is None:
            raise Refused(
                "sign_in_token_refused",
                "The authorization server signed you in, but not for this server. Its operator has to allow this "
                "server's resource (RFC 8707).",
            )
        return principal_of(verified)

    return identify


def _server_info(mcp: MCPServer[Any]) -> dict[str, Any]:
    stamp: dict[str, Any] = mcp._lowlevel_server.server_info_stamp  # noqa: SLF001
    return stamp
