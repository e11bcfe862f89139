"""The signing keys of authorization servers (RFC 7517), read when they are needed and kept for an hour.

Anybody can send a token that names an unknown key, so looking is rationed: one look at a time, the next not before half
a minute has passed, and after a look that failed not before five seconds have. A key that cannot be used for a
signature is passed over and does not spoil the others (section 5).
"""

from __future__ import annotations

from dataclasses import dataclass

import anyio
from joserfc.errors import JoseError
from joserfc.jwk import JWKRegistry, Key, KeySet

from elicitor.clock import Clock
from elicitor.errors import ElicitorError, ProviderBroke, ProviderUnreachable
from elicitor.oauth.http import Http
from elicitor.oauth.json_reply import read_json_object

__all__ = ["KeyCache"]

_FRESH, _NOT_SOONER, _AFTER_FAILURE = 3600, 30, 5
_OK = 200
_MOST_KEYS = 100
_KINDS = ("RSA", "EC", "OKP")  # no symmetric ones: whoever can check with them can sign
_RSA_MODULUS = range(342, 2732)
"""Letters of base64url: 2048 bits (RFC 7518 section 3.3) to 16384."""


@dataclass(frozen=True, slots=True)
class _Known:
    read_at: int
    keys: KeySet
    names: frozenset[str]


class KeyCache:
    """Key sets by address."""

    def __init__(self, http: Http, clock: Clock) -> None:
        self._http = http
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self._failed_at: dict[str, int] = {}
        self._locks: dict[str, anyio.Lock] = {}

    async def find(self, jwks_uri: str, kid: str | None) -> KeySet:
        """The keys at an address, with the wanted one if it is there.

        Raises:
            ProviderUnreachable: they cannot be read now.
            ProviderBroke: `keys_malformed`.
        """
        known = self._find_good(jwks_uri, kid)
        if known is not None:
            return known.keys
        async with self._locks.setdefault(jwks_uri, anyio.Lock()):
            known = self._find_good(jwks_uri, kid) or await self._look(jwks_uri)
            return known.keys

    def _find_good(self, jwks_uri: str, kid: str | None) -> _Known | None:
        known = self._known.get(jwks_uri)
        if known is None:
            return None
        age = self._clock() - known.read_at
        if not 0 <= age < _FRESH:  # below zero where the clock was set back
            return None
        return known if kid is None or kid in known.names or age < _NOT_SOONER else None

    async def _look(self, jwks_uri: str) -> _Known:
        failed_at = self._failed_at.get(jwks_uri)
        if failed_at is not None and 0 <= self._clock() - failed_at < _AFTER_FAILURE:
            raise _unavailable()
        try:
            known = await self._read(jwks_uri)
        except ElicitorError:
            self._failed_at[jwks_uri] = self._clock()
            raise
        self._known[jwks_uri] = known
        return known

    async def _read(self, jwks_uri: str) -> _Known:
        reply = await self._http.get(jwks_uri, {"Accept": "application/json"})
        if reply.status != _OK:
            raise _unavailable()
        listed = read_json_object(reply.body).get("keys")
        if not isinstance(listed, list) or len(listed) > _MOST_KEYS:
            raise _malformed()
        keys = [key for stated in listed if (key := _find_key(stated)) is not None]
        if not keys:
            raise _malformed()
        key_set = KeySet(keys)
        return _Known(self._clock(), key_set, frozenset(str(key.kid) for key in key_set.keys))


def _find_key(stated: object) -> Key | None:
    if not isinstance(stated, dict) or stated.get("kty") not in _KINDS or stated.get("use", "sig") != "sig":
        return None
    if stated["kty"] == "RSA" and len(str(stated.get("n", ""))) not in _RSA_MODULUS:
        return None
    try:
        return JWKRegistry.import_key(stated)
    except (JoseError, ValueError, TypeError, KeyError):
        return None


def _unavailable() -> ProviderUnreachable:
    return ProviderUnreachable("keys_unavailable", "The authorization server's keys cannot be read now.")


def _malformed() -> ProviderBroke:
    return ProviderBroke("keys_malformed", "The authorization server's keys cannot be read.")
