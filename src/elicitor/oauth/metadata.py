"""Where an authorization server's endpoints are (OpenID Connect Discovery, RFC 8414).

The metadata must state the very issuer it was asked for (RFC 8414 section 3.3), and must not list PKCE methods without
S256 (RFC 9700 section 4.8). Every endpoint is an https address, whether we call it or a browser does; only an issuer on
http, which development allows on loopback, may have endpoints on http.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol
from urllib.parse import urlsplit

import anyio

from elicitor.clock import Clock
from elicitor.errors import ProviderBroke, ProviderUnreachable
from elicitor.oauth.http import Http, Reply
from elicitor.oauth.json_reply import read_json_object
from elicitor.oauth.jwks import KeyCache

__all__ = ["Endpoints", "MetadataCache", "discover"]

_FRESH, _STALE, _NOT_SOONER = 3600, 24 * 3600, 30
_OK, _SERVER_ERROR, _TOO_MANY = 200, 500, 429


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The addresses of an authorization server; `authorization_response_iss` says that it sends `iss` (RFC 9207)."""

    issuer: str | None
    authorization: str
    token: str
    revocation: str | None = None
    userinfo: str | None = None
    jwks: str | None = None
    authorization_response_iss: bool = False


class _HasEndpoints(Protocol):
    @property
    def issuer(self) -> str | None: ...
    @property
    def fixed_endpoints(self) -> Endpoints | None: ...


async def discover(http: Http, issuer: str) -> Endpoints:
    """Read the metadata of an issuer.

    Raises:
        ProviderUnreachable: it does not answer now.
        ProviderBroke: `issuer_mismatch`, `pkce_downgrade`, `metadata_malformed`, `metadata_absent`.
    """
    for address in _addresses_of(issuer):
        reply = await http.get(address, {"Accept": "application/json"})
        if reply.status == _OK:
            return _read(issuer, reply)
        if reply.status >= _SERVER_ERROR or reply.status == _TOO_MANY:
            raise ProviderUnreachable("provider_unavailable", "The authorization server cannot answer now.")
    raise ProviderBroke("metadata_absent", "The authorization server has no metadata.")


@dataclass(frozen=True, slots=True)
class _Known:
    read_at: int
    endpoints: Endpoints
    silent_at: int | None = None


class MetadataCache:
    """Metadata, read once an hour; the old one serves for a day while a server is silent, asked each half minute.

    Attributes:
        keys: the signing keys of the same servers.
    """

    def __init__(self, http: Http, clock: Clock) -> None:
        self._http = http
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self._locks: dict[str, anyio.Lock] = {}
        self.keys = KeyCache(http, clock)

    async def get(self, issuer: str) -> Endpoints:
        """The endpoints of an issuer.

        Raises:
            ProviderUnreachable, ProviderBroke: as `discover`.
        """
        async with self._locks.setdefault(issuer, anyio.Lock()):
            known = self._known.get(issuer)
            if known is not None and self._serves(known):
                return known.endpoints
            try:
                found = await discover(self._http, issuer)
            except ProviderUnreachable:
                if known is None or not self._is_within(known.read_at, _STALE):
                    raise
                self._known[issuer] = replace(known, silent_at=self._clock())
                return known.endpoints
            self._known[issuer] = _Known(self._clock(), found)
            return found

    def _serves(self, known: _Known) -> bool:
        if self._is_within(known.read_at, _FRESH):
            return True
        # Nobody waits for the silence of a server that was silent just now.
        recently = known.silent_at is not None and self._is_within(known.silent_at, _NOT_SOONER)
        return recently and self._is_within(known.read_at, _STALE)

    def _is_within(self, since: int, seconds: int) -> bool:
        """A time to come is in no limit: the clock was set back, and nothing may live for ever by that."""
        return 0 <= self._clock() - since < seconds

    async def endpoints(self, provider: _HasEndpoints) -> Endpoints:
        """The endpoints of a provider: from its issuer's metadata, or the fixed ones of the catalogue."""
        if provider.issuer is not None:
            return await self.get(provider.issuer)
        if provider.fixed_endpoints is None:
            raise ProviderBroke("metadata_absent", "The provider has neither an issuer nor endpoints.")
        return provider.fixed_endpoints


def _addresses_of(issuer: str) -> list[str]:
    parts = urlsplit(issuer)
    path = parts.path.rstrip("/")
    origin = f"{parts.scheme}://{parts.netloc}"
    return [
        f"{origin}{path}/.well-known/openid-configuration",
        f"{origin}/.well-known/oauth-authorization-server{path}",
    ]


def _read(issuer: str, reply: Reply) -> Endpoints:
    stated = read_json_object(reply.body)
    if stated.get("issuer") != issuer:
        raise ProviderBroke("issuer_mismatch", "The authorization server calls itself by another name.")
    methods = stated.get("code_challenge_methods_supported")
    if methods is not None and (not isinstance(methods, list) or "S256" not in methods):
        raise ProviderBroke("pkce_downgrade", "The authorization server does not offer PKCE with S256.")
    read = partial(_find_endpoint, stated, issuer)
    authorization, token = read("authorization_endpoint"), read("token_endpoint")
    if authorization is None or token is None:
        raise ProviderBroke("metadata_malformed", "The authorization server's metadata lacks an endpoint.")
    return Endpoints(
        issuer=issuer,
        authorization=authorization,
        token=token,
        revocation=read("revocation_endpoint"),
        userinfo=read("userinfo_endpoint"),
        jwks=read("jwks_uri"),
        authorization_response_iss=stated.get("authorization_response_iss_parameter_supported") is True,
    )


def _find_endpoint(stated: dict[str, object], issuer: str, name: str) -> str | None:
    value = stated.get(name)
    if value is None:
        return None
    if isinstance(value, str) and _is_endpoint(value, issuer):
        return value
    raise ProviderBroke("metadata_malformed", "The authorization server's metadata has a wrong endpoint.")


def _is_endpoint(text: str, issuer: str) -> bool:
    """The authorization endpoint goes to browsers, which would take a javascript: address, or one with a user name."""
    if not text.isascii() or not text.isprintable() or set(text) & set(' "#<>\\^`{|}'):
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    schemes = {"https", "http"} if issuer.startswith("http://") else {"https"}
    return parts.scheme in schemes and bool(parts.hostname) and "@" not in parts.netloc
