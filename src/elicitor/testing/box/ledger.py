"""What the box has issued: codes, and the families of tokens that grow from each consent.

A family begins when a code is redeemed and holds every token that descends from it. Showing a code or a
rotated refresh token a second time ends the family, access tokens included (RFC 6749 section 4.1.2, RFC 9700
section 4.14.2): the server cannot tell the thief from the owner. All of it lives in memory; tokens are found
by their digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from elicitor.clock import Clock
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.testing.box.people import User

__all__ = ["AccessToken", "Code", "Family", "Ledger", "RefreshToken"]

_SWEEP_EVERY = 256
_T = TypeVar("_T")


@dataclass(slots=True)
class Family:
    """A consent, and everything issued under it."""

    client_id: str
    user: User
    scopes: frozenset[str]
    resources: tuple[str, ...]
    auth_time: int
    nonce: str
    revoked: bool = False


@dataclass(slots=True)
class Code:
    """An authorization code, bound to what RFC 6749 section 4.1.3 and RFC 7636 section 4.6 compare."""

    family: Family
    redirect_uri: str
    challenge: str
    expires_at: int
    used: bool = False


@dataclass(slots=True)
class RefreshToken:
    """A refresh token; `rotated` once a younger one took its place."""

    family: Family
    rotated: bool = False


@dataclass(slots=True)
class AccessToken:
    """An access token, as far as the box's own endpoints have to know it."""

    family: Family
    audience: tuple[str, ...]
    scopes: frozenset[str]
    expires_at: int
    revoked: bool = False


class Ledger:
    """All codes and tokens of one box.

    Args:
        clock: tells what has expired.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._codes: dict[bytes, Code] = {}
        self._refresh: dict[bytes, RefreshToken] = {}
        self._access: dict[bytes, AccessToken] = {}
        self._issued = 0

    def mint_code(self, code: Code) -> str:
        """Keep a new code; returns its text."""
        return self._keep(self._codes, code)

    def find_code(self, unverified: str) -> Code | None:
        """A code that was issued, used and expired ones included."""
        return self._codes.get(digest_of(unverified))

    def mint_refresh_token(self, family: Family) -> str:
        """Keep a new refresh token; returns its text."""
        return self._keep(self._refresh, RefreshToken(family))

    def find_refresh_token(self, unverified: str) -> RefreshToken | None:
        """A refresh token that was issued, rotated and revoked ones included."""
        return self._refresh.get(digest_of(unverified))

    def keep_access_token(self, text: str, token: AccessToken) -> None:
        """Remember an access token that was signed."""
        self._sweep()
        self._access[digest_of(text)] = token

    def find_access_token(self, unverified: str) -> AccessToken | None:
        """An access token of this box, expired and revoked ones included."""
        return self._access.get(digest_of(unverified))

    def find_live_access_token(self, unverified: str) -> AccessToken | None:
        """An access token that is still good."""
        token = self.find_access_token(unverified)
        if token is None or token.revoked or token.family.revoked or self._clock() >= token.expires_at:
            return None
        return token

    def revoke_user(self, user: User) -> int:
        """End everything that was issued for a user, as on an account page; returns how many grants."""
        families = {id(held.family): held.family for held in self._refresh.values()}
        families |= {id(held.family): held.family for held in self._access.values()}
        ended = [family for family in families.values() if family.user.sub == user.sub and not family.revoked]
        for family in ended:
            family.revoked = True
        return len(ended)

    def _keep(self, shelf: dict[bytes, _T], thing: _T) -> str:
        self._sweep()
        text = mint_identifier()
        shelf[digest_of(text)] = thing
        return text

    def _sweep(self) -> None:
        self._issued += 1
        if self._issued % _SWEEP_EVERY:
            return
        day_ago = self._clock() - 86400
        for key in [key for key, code in self._codes.items() if code.expires_at <= day_ago]:
            del self._codes[key]
        for key in [key for key, token in self._access.items() if token.expires_at <= day_ago]:
            del self._access[key]
