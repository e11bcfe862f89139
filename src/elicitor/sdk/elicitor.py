"""`Elicitor`: what a server author makes once and attaches to a server."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.auth.provider import TokenVerifier
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from starlette.routing import Route
from starlette.types import ASGIApp

from elicitor.clock import Clock, system_clock
from elicitor.development import DevelopmentHttp
from elicitor.errors import Misuse
from elicitor.events import Listener
from elicitor.oauth.encrypted import require_encrypted_issuer, require_encrypted_provider
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import MetadataCache
from elicitor.oauth.provider import Provider
from elicitor.protocol.link import validate_public_url
from elicitor.sdk.attaching import attach_to, join_lifespan, page_routes, refuse_built_app, refuse_earlier_functions
from elicitor.sdk.desk import Desk
from elicitor.sdk.server_identity import (
    ServerIdentity,
    identify_with,
    identity_of,
    lowlevel_identity,
    refuse_other_issuer,
    stamp_of,
)
from elicitor.server.account import Account
from elicitor.server.completion import Completion
from elicitor.server.house import House, Settings
from elicitor.server.lodge import Lodge
from elicitor.server.needs import Connect
from elicitor.server.reporting import Reporter, write_to_logging
from elicitor.server.sign_in_settings import SignIn
from elicitor.server.web.app import create_pages
from elicitor.vault.keys import KeyRing
from elicitor.vault.vault import Vault

__all__ = ["Elicitor"]

_STORAGE = "sqlite:///elicitor.db"


class Elicitor:
    """Asks people for what a server's tools need, and keeps what they give.

    A server that asks forms only takes `Elicitor()`: it needs no pages, no sign-in and no keys, and runs on stdio as
    well. With `keys=` its answers can be remembered and outlive the process.

    Args:
        public_url: where people reach the server, with the path it is mounted under. Links and redirect URIs are
            made from it and from nothing else.
        connections: the accounts people can be asked for.
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
        public_url: str | None = None,
        connections: Iterable[Provider] = (),
        identity: SignIn | None = None,
        keys: KeyRing | None = None,
        storage: str | None = None,
        development: DevelopmentHttp | None = None,
        listeners: Sequence[Listener] = (),
        settings: Settings | None = None,
        clock: Clock = system_clock,
    ) -> None:
        self._connections = _by_name(connections)
        self._pages_at = None if public_url is None else validate_public_url(public_url, development)
        self._identity = identity
        self._keys = keys
        self._storage = storage
        _refuse_half(self._connections, public_url=public_url, identity=identity, keys=keys, storage=storage)
        self._development = development
        _refuse_unencrypted(self._connections, identity, development)
        self._listeners = (write_to_logging, *listeners)
        self._settings = settings or Settings()
        self._clock = clock
        self._desk: Desk | None = None

    def attach(
        self,
        server: MCPServer[Any] | Server[Any],
        *,
        token_verifier: TokenVerifier | None = None,
        resource: str | None = None,
    ) -> None:
        """Give a server its middleware and pages. Call it before functions are registered and the app is built.

        Args:
            server: an `MCPServer`, which brings everything it needs; or a low-level `Server`, to which `routes()`
                are given as `custom_starlette_routes`, and whose handlers call `accounts(...)`.
            token_verifier: for a low-level server: what its bearer tokens are checked with.
            resource: for a low-level server: its resource identifier, for which access tokens are issued.

        Raises:
            Misuse: `attached_twice`, `attached_too_late`, `registered_before_attach` or `no_authorization`.
        """
        if self._desk is not None:
            raise Misuse("attached_twice", "This Elicitor is attached already; make one for each server.")
        refuse_built_app(server)
        if isinstance(server, MCPServer):
            refuse_earlier_functions(server)
            identity = identity_of(server) if self._has_pages else None
            self._open_desk(server.title or server.name, identity, lambda: stamp_of(server))
            attach_to(server, self.desk, self._pages() if self._has_pages else None)
            return
        identity = lowlevel_identity(server, token_verifier, resource) if self._has_pages else None
        self._open_desk(server.title or server.name, identity, lambda: server.server_info_stamp)
        boundary = RequestStateBoundary(self.request_state_security(), default_audience=server.name)
        server.middleware.extend([boundary, self.desk.middleware])
        join_lifespan(server, self.desk)

    def routes(self) -> list[Route]:
        """The pages, for whoever puts the application together: `custom_starlette_routes` of a low-level server.

        Raises:
            Misuse: `not_attached`.
        """
        return page_routes(self._pages())

    @asynccontextmanager
    async def accounts(self, *marks: Connect) -> AsyncIterator[tuple[Account, ...]]:
        """The accounts a low-level handler needs, all asked for together.

        `async with elicitor.accounts(Connect("github", scopes={"repo"})) as (account,): ...`. What it raises where
        something is missing is for the client: let it pass.

        Raises:
            Misuse: `not_attached`, `unknown_connection`, `outside_a_call`.
        """
        async with self.desk.lend(marks) as accounts:
            yield tuple(accounts)

    @property
    def desk(self) -> Desk:
        """What serves the calls of the attached server.

        Raises:
            Misuse: `not_attached`.
        """
        if self._desk is None:
            raise Misuse("not_attached", "Call elicitor.attach(server) first.")
        return self._desk

    @property
    def house(self) -> House:
        """The running parts, once attached: for tests and for operators' own programs.

        Raises:
            Misuse: `not_attached`.
        """
        return self.desk.house

    def request_state_security(self) -> RequestStateSecurity:
        """Seals request state with the ring, so that retries survive a restart and reach any worker.

        Give it to `MCPServer(request_state_security=...)`. Without a ring its key lives as long as this process.
        """
        if self._keys is None:
            return RequestStateSecurity.ephemeral()
        return RequestStateSecurity(keys=self._keys.derive("request-state"))

    @property
    def _has_pages(self) -> bool:
        return self._identity is not None

    def _open_desk(self, name: str, server: ServerIdentity | None, server_info: Callable[[], dict[str, Any]]) -> None:
        lodge = self._lodge(name) if server is None else self._house(server)
        self._desk = Desk(lodge, server_info, verifier=None if server is None else server.verifier)

    def _lodge(self, name: str) -> Lodge:
        if self._keys is not None:
            return self._lodge_on(name, Vault.open(self._storage or _STORAGE, self._keys, self._clock))
        # Nobody gave a place to keep anything: what a call has to know lives as long as this process.
        place = tempfile.mkdtemp(prefix="elicitor-")
        vault = Vault.open(f"sqlite:///{place}/elicitor.db", KeyRing.load(KeyRing.new_key()), self._clock)
        lodge = self._lodge_on(name, vault)
        lodge.discard = weakref.finalize(lodge, _discard, vault, place)
        return lodge

    def _lodge_on(self, name: str, vault: Vault) -> Lodge:
        return Lodge(
            name=name,
            vault=vault,
            completion=Completion(vault.tickets),
            reporter=Reporter(None, self._clock, self._listeners),
            clock=self._clock,
            settings=self._settings,
            keeps=self._keys is not None,
        )

    def _house(self, server: ServerIdentity) -> House:
        if self._pages_at is None or self._identity is None or self._keys is None:
            raise AssertionError  # _refuse_half has seen to it
        refuse_other_issuer(server, self._identity.issuer)
        vault = Vault.open(self._storage or _STORAGE, self._keys, self._clock)
        http = Http(development=self._development)
        return House(
            name=server.name,
            public_url=self._pages_at,
            resource=server.resource,
            connections=self._connections,
            sign_in=self._identity,
            identify=identify_with(server.verifier),
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

    def _pages(self) -> ASGIApp:
        return create_pages(self.house)


def _discard(vault: Vault, place: str) -> None:
    vault.storage.abandon()
    shutil.rmtree(place, ignore_errors=True)


def _refuse_half(connections: Mapping[str, Provider], **given: object) -> None:
    """Raises:
    Misuse: `configuration_incomplete`, some of what accounts and pages need is there, and some is not.
    """
    wanted = ("public_url", "identity", "keys")
    asks_for_pages = bool(connections) or given["public_url"] is not None or given["identity"] is not None
    missing = [name for name in wanted if asks_for_pages and given[name] is None]
    if given["storage"] is not None and given["keys"] is None:
        missing.append("keys")
    if missing:
        names = " and ".join(f"{name}=" for name in dict.fromkeys(missing))
        raise Misuse("configuration_incomplete", f"Elicitor needs {names} as well, for what it was given.")


def _refuse_unencrypted(
    connections: Mapping[str, Provider], identity: SignIn | None, development: DevelopmentHttp | None
) -> None:
    for provider in connections.values():
        require_encrypted_provider(provider, development)
    if identity is not None:
        require_encrypted_issuer(identity.issuer, development, where="Elicitor")


def _by_name(connections: Iterable[Provider]) -> dict[str, Provider]:
    named: dict[str, Provider] = {}
    for provider in connections:
        if provider.name in named:
            raise Misuse("connection_repeated", f"Two connections are called {provider.name!r}; rename one.")
        named[provider.name] = provider
    return named
