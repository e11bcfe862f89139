"""`AuthorizationServer`: the box as one ASGI application. Routes are a table, each with its own file."""

from __future__ import annotations

import re
import warnings
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from elicitor.clock import Clock, system_clock
from elicitor.development import InsecureDevelopmentWarning
from elicitor.errors import Misuse
from elicitor.testing.box.authorize import authorize
from elicitor.testing.box.faults import Fault
from elicitor.testing.box.front import front, sign_out
from elicitor.testing.box.interaction import consent, interaction, login
from elicitor.testing.box.keys import SigningKey
from elicitor.testing.box.ledger import Ledger
from elicitor.testing.box.look import style
from elicitor.testing.box.metadata import discovery, jwks
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.people import ALICE, BOB, User
from elicitor.testing.box.protected import files, userinfo
from elicitor.testing.box.record import Recorded
from elicitor.testing.box.revoke import revoke
from elicitor.testing.box.settings import KNOWN_SCOPES, Algorithm, Client, RefreshTokens, Settings
from elicitor.testing.box.token import token
from elicitor.testing.box.visits import Visits

__all__ = ["AuthorizationServer"]

_ORIGIN = re.compile(r"https?://[^/?#@\s]+")

Endpoint = Callable[[Parts, Request], Awaitable[Response]]

_ROUTES: tuple[tuple[str, str, Endpoint], ...] = (
    ("GET", "/", front),
    ("GET", "/box.css", style),
    ("GET", "/.well-known/openid-configuration", discovery),
    ("GET", "/.well-known/oauth-authorization-server", discovery),
    ("GET", "/jwks", jwks),
    ("GET POST", "/authorize", authorize),
    ("GET", "/interaction/{id}", interaction),
    ("POST", "/login", login),
    ("POST", "/consent", consent),
    ("POST", "/sign-out", sign_out),
    ("POST", "/token", token),
    ("POST", "/revoke", revoke),
    ("GET POST", "/userinfo", userinfo),
)
_THIRD_PARTY_ROUTES: tuple[tuple[str, str, Endpoint], ...] = (("GET", "/api/files", files),)


class AuthorizationServer:
    """An OAuth 2.1 and OpenID Connect server for tests and development.

    Never for production: it has no passwords, signs anybody in as anybody, and keeps all in memory.

    It is an ASGI application. Run it with `serve()`, or mount it under any server at the root of its issuer.

    Args:
        issuer: its own address, without a slash at the end; may be left out where `serve()` gives it one.
        clients: the clients it knows; more can be added with `register()`.
        resources: the resource indicators (RFC 8707) it knows; more can be added with `add_resource()`. A
            resource that it does not know is refused with `invalid_target`.
        name: shown on its pages.
        users: who can sign in.
        scopes: the scopes it knows, each with the words that the consent page shows.
        access_token_lifetime: seconds.
        code_lifetime: seconds.
        refresh_tokens: given always, only with the scope `offline_access`, or never.
        rotate_refresh_tokens: a refresh gives a new refresh token and ends the old one.
        pairwise: each client gets another subject in ID tokens and userinfo; access tokens carry the stable
            one.
        auto_approve: consent is remembered for each user and client, and then not asked again.
        algorithm: signs all tokens. OpenID Connect wants every server to offer RS256.
        serves_files: it has the protected API `GET /api/files` (scope `files:read`).
        slowness: seconds that `Fault.SLOW` takes.
        clock: tells the time.

    Raises:
        Misuse: `bad_issuer`, `bad_client`; the sentence says what to change.
    """

    def __init__(
        self,
        issuer: str = "",
        *,
        clients: Iterable[Client] = (),
        resources: Iterable[str] = (),
        name: str = "Test authorization server",
        users: Iterable[User] = (ALICE, BOB),
        scopes: Mapping[str, str] = KNOWN_SCOPES,
        access_token_lifetime: int = 3600,
        code_lifetime: int = 60,
        refresh_tokens: RefreshTokens = "always",
        rotate_refresh_tokens: bool = True,
        pairwise: bool = False,
        auto_approve: bool = False,
        algorithm: Algorithm = "RS256",
        serves_files: bool = False,
        slowness: float = 0.5,
        clock: Clock = system_clock,
    ) -> None:
        warnings.warn(
            f"{name} is a server for tests: it signs anybody in without a password",
            InsecureDevelopmentWarning,
            stacklevel=2,
        )
        settings = Settings(
            name=name,
            users=tuple(users),
            scopes=dict(scopes),
            access_token_lifetime=access_token_lifetime,
            code_lifetime=code_lifetime,
            refresh_tokens=refresh_tokens,
            rotate_refresh_tokens=rotate_refresh_tokens,
            pairwise=pairwise,
            auto_approve=auto_approve,
            algorithm=algorithm,
            serves_files=serves_files,
            slowness=slowness,
            clock=clock,
        )
        self._parts = Parts(settings, SigningKey(algorithm), Ledger(clock), Visits(clock))
        self._parts.clients.update({client.client_id: client for client in clients})
        self._parts.resources.extend(resources)
        if issuer:
            self.settle(issuer)
        self._app = Starlette(routes=self._routes())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, and write it down whatever it asks for."""
        if scope["type"] == "http":
            receive = await self._parts.record.note(scope, receive)
        await self._app(scope, receive, send)

    @property
    def issuer(self) -> str:
        """Its address.

        Raises:
            Misuse: `no_issuer`, it has none yet.
        """
        return self._parts.issuer

    @property
    def has_issuer(self) -> bool:
        """Whether it knows its address already."""
        return bool(self._parts.address)

    @property
    def name(self) -> str:
        """What its pages call it."""
        return self._parts.settings.name

    def settle(self, issuer: str) -> None:
        """Give it its address. Once only: tokens and clients would disagree about it.

        Raises:
            Misuse: `bad_issuer`.
        """
        if not _ORIGIN.fullmatch(issuer):
            raise Misuse("bad_issuer", "The issuer of the test server is an origin: http://127.0.0.1:4444.")
        if self._parts.address not in {"", issuer}:
            raise Misuse("bad_issuer", "The test server has an address already.")
        self._parts.address = issuer

    def register(self, client: Client) -> Client:
        """Add a client, or replace the one of the same id; returns it."""
        self._parts.clients[client.client_id] = client
        return client

    def add_resource(self, resource: str) -> None:
        """Let clients ask for access tokens for a resource (RFC 8707)."""
        self._parts.resources.append(resource)

    def misbehave(self, *faults: Fault) -> None:
        """Let each fault strike once, at the next reply it belongs to. `Fault.HONEST` cancels all."""
        self._parts.mishaps.order(*faults)

    @property
    def faults_waiting(self) -> tuple[Fault, ...]:
        """Faults that were ordered and have not struck."""
        return self._parts.mishaps.waiting()

    def revoke_user(self, login: str) -> int:
        """End all grants of a user, as if they had done so on their account page; returns how many."""
        user = self._parts.settings.find_user(login)
        return self._parts.ledger.revoke_user(user) if user else 0

    @property
    def requests(self) -> list[Recorded]:
        """What was asked of it, oldest first, the youngest 5000."""
        return self._parts.record.requests()

    @property
    def token_calls(self) -> int:
        """How many requests the token endpoint had."""
        return self._parts.record.calls("/token")

    @property
    def refresh_calls(self) -> int:
        """How many of them wanted to use a refresh token."""
        return self._parts.record.grants("refresh_token")

    def calls(self, path: str) -> int:
        """How many requests a path had."""
        return self._parts.record.calls(path)

    def forget_requests(self) -> None:
        """Empty the record of requests."""
        self._parts.record.clear()

    def _routes(self) -> list[Route]:
        table = _ROUTES + (_THIRD_PARTY_ROUTES if self._parts.settings.serves_files else ())
        return [
            Route(path, partial(endpoint, self._parts), methods=methods.split()) for methods, path, endpoint in table
        ]
