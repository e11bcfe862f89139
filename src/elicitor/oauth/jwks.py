"""The signing keys of authorization servers (RFC 7517), read when they are needed and kept for an hour."""

from __future__ import annotations

from dataclasses import dataclass

from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from elicitor.clock import Clock
from elicitor.errors import ProviderBroke, ProviderUnreachable
from elicitor.oauth.http import Http
from elicitor.oauth.json_reply import read_json_object

__all__ = ["KeyCache"]

_FRESH = 3600
_NOT_SOONER = 30
_OK = 200


@dataclass(frozen=True, slots=True)
class _Known:
    read_at: int
    keys: KeySet
    names: frozenset[str]


class KeyCache:
    """Key sets by address. An unknown key id causes a new look, at most once in 30 seconds."""

    def __init__(self, http: Http, clock: Clock) -> None:
        self._http = http
        self._clock = clock
        self._known: dict[str, _Known] = {}

    async def find(self, jwks_uri: str, kid: str | None) -> KeySet:
        """The keys at an address, with the wanted one if it is there.

        Raises:
            ProviderUnreachable: they cannot be read now.
            ProviderBroke: `keys_malformed`.
        """
        known = self._known.get(jwks_uri)
        if known is None or self._is_due(known, kid):
            known = await self._read(jwks_uri)
            self._known[jwks_uri] = known
        return known.keys

    def _is_due(self, known: _Known, kid: str | None) -> bool:
        age = self._clock() - known.read_at
        return age >= _FRESH or (kid is not None and kid not in known.names and age >= _NOT_SOONER)

    async def _read(self, jwks_uri: str) -> _Known:
        reply = await self._http.get(jwks_uri, {"Accept": "application/json"})
        if reply.status != _OK:
            raise ProviderUnreachable("keys_unavailable", "The authorization server's keys cannot be read now.")
        stated = read_json_object(reply.body)
        try:
            keys = KeySet.import_key_set(stated)  # type: ignore[arg-type]
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise ProviderBroke("keys_malformed", "The authorization server's keys cannot be read.") from error
        names = frozenset(str(key.kid) for key in keys.keys if key.kid is not None)
        return _Known(self._clock(), keys, names)
