"""An issuer on loopback that publishes what it is told to publish, and signs what it is told to sign."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from joserfc import jws
from joserfc.jwk import ECKey, Key
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from elicitor.development import development_http
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import MetadataCache
from elicitor.secret import Secret
from elicitor.testing import Listener, run_app

__all__ = ["NOW", "Host", "Issuer", "encoded", "forged", "new_key", "running_host"]

NOW = 1_800_000_000


def new_key(kid: str | None = "k1", **parameters: str) -> ECKey:
    """A new signing key."""
    named: dict[str, Any] = {} if kid is None else {"kid": kid}
    return ECKey.generate_key("P-256", {**named, **parameters})  # type: ignore[arg-type]


@dataclass
class Issuer:
    """The issuer, and the client's side of it.

    Attributes:
        http: for calls to it.
        origin: its identifier.
        key: what it signs with.
        jwks: what it publishes; its key where this is None.
        metadata: changes of its metadata.
        status: of every reply.
        now: the client's clock.
        asked: the paths that were asked for.
        cache: what the client knows of it.
    """

    http: Http
    origin: str
    key: Key = field(default_factory=new_key)
    jwks: object = None
    metadata: Mapping[str, object] = field(default_factory=dict)
    status: int = 200
    now: int = NOW
    asked: list[str] = field(default_factory=list)
    cache: MetadataCache = field(init=False)

    def __post_init__(self) -> None:
        self.cache = MetadataCache(self.http, lambda: self.now)

    @property
    def jwks_uri(self) -> str:
        """Where its keys are."""
        return f"{self.origin}/jwks"

    @property
    def looks(self) -> int:
        """How often its keys were read."""
        return self.asked.count("/jwks")

    async def answer(self, request: Request) -> Response:
        """Every path."""
        self.asked.append(request.url.path)
        if self.status != 200:
            return Response(status_code=self.status)
        if request.url.path == "/jwks":
            return JSONResponse({"keys": [self.key.as_dict(private=False)]} if self.jwks is None else self.jwks)
        stated = {
            "issuer": self.origin,
            "authorization_endpoint": f"{self.origin}/authorize",
            "token_endpoint": f"{self.origin}/token",
            "jwks_uri": self.jwks_uri,
        }
        return JSONResponse({**stated, **self.metadata})

    def claims(self, **changes: object) -> dict[str, Any]:
        """Good claims with changes; None takes a claim away."""
        good = {"iss": self.origin, "aud": "me", "sub": "a1", "iat": NOW, "exp": NOW + 300}
        return {name: value for name, value in (good | changes).items() if value is not None}

    def token(self, header: Mapping[str, object] | None = None, key: Key | None = None, **changes: Any) -> Secret:
        """A signed token; None takes a header away."""
        signer = key or self.key
        algorithm = {"EC": "ES256", "RSA": "RS256", "OKP": "Ed25519"}[signer.key_type]
        whole = {"alg": algorithm, "kid": signer.kid, **(header or {})}
        kept = {name: value for name, value in whole.items() if value is not None}
        registry = jws.JWSRegistry(algorithms=[str(whole["alg"])])
        return Secret(jws.serialize_compact(kept, json.dumps(self.claims(**changes)), signer, registry=registry))


@dataclass
class Host:
    """A server that stays while one issuer after the other moves in."""

    http: Http
    origin: str
    tenant: Issuer | None = None

    def move_in(self) -> Issuer:
        """A new issuer that nobody knows yet."""
        self.tenant = Issuer(self.http, self.origin)
        return self.tenant

    async def answer(self, request: Request) -> Response:
        """Every path."""
        assert self.tenant is not None
        return await self.tenant.answer(request)


@asynccontextmanager
async def running_host() -> AsyncIterator[Host]:
    """On a free port."""
    listener = Listener.open()
    found = Host(Http(development=development_http()), listener.origin)
    async with run_app(Starlette(routes=[Route("/{path:path}", found.answer)]), listener):
        yield found
        await found.http.aclose()


def encoded(content: object) -> str:
    """JSON, or bytes as they are, in base64url."""
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def forged(header: object, claims: object, secret: bytes | None = None) -> Secret:
    """A token without a signature, or with one that anybody can make who knows the public key."""
    signed = f"{encoded(header)}.{encoded(claims)}"
    signature = b"" if secret is None else hmac.digest(secret, signed.encode(), hashlib.sha256)
    return Secret(f"{signed}.{encoded(signature)}")
