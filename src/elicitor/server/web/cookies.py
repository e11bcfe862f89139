"""Our cookies: what they are called, what they look like, and how they are read.

Over https each name begins with `__Host-`, so that no sibling domain can plant one (D8). Over http on loopback, which
only `development_http()` allows, browsers send a cookie to every port of the host, so the name carries the port.
All are `HttpOnly` and `SameSite=Lax`: the third party's answer is a cross-site navigation, which `Strict` would
not let through.
"""

from __future__ import annotations

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.requests import Request
from starlette.responses import Response

from elicitor.errors import Refused
from elicitor.protocol.link import PublicUrl

__all__ = ["CookieJar", "CookieNames"]

_SHORT = 8
_MOST_TRIPS = 8
"""More open trips of one browser than this, and the oldest cookies go; headers stay small."""


@dataclass(frozen=True, slots=True)
class CookieNames:
    """The names for one public address."""

    public_url: PublicUrl

    @property
    def session(self) -> str:
        """The browser session of somebody who has signed in."""
        return self._prefix + "session"

    def flow(self, state_digest: bytes) -> str:
        """What ties one trip to this browser."""
        return f"{self._prefix}flow-{state_digest.hex()[:_SHORT]}"

    def sign_in(self, state_digest: bytes) -> str:
        """The sealed memory of one sign-in that is under way."""
        return f"{self._prefix}signin-{state_digest.hex()[:_SHORT]}"

    def is_trip(self, name: str) -> bool:
        """Whether a cookie belongs to a trip or a sign-in under way."""
        return name.startswith((self._prefix + "flow-", self._prefix + "signin-"))

    @property
    def _prefix(self) -> str:
        return "__Host-elicitor-" if self.public_url.is_https else f"elicitor-{self.public_url.port}-"

    def is_ours(self, name: str) -> bool:
        """Whether a cookie has one of our names."""
        return name.startswith(self._prefix)


class CookieJar:
    """The cookies of one request, and the ones its response will set.

    Raises:
        Refused: `cookie_repeated`, one of our names came twice: somebody else on the domain sets cookies.
    """

    def __init__(self, request: Request, public_url: PublicUrl) -> None:
        self.names = CookieNames(public_url)
        self._secure = public_url.is_https
        self._received = _read(request, self.names)

    def find(self, name: str) -> str | None:
        """The value that came with the request, or None."""
        return self._received.get(name)

    def set(self, response: Response, name: str, value: str, *, seconds: int | None = None) -> None:
        """Set a cookie of ours; without `seconds` it ends with the browser."""
        response.set_cookie(name, value, max_age=seconds, path="/", secure=self._secure, httponly=True, samesite="lax")

    def clear(self, response: Response, name: str) -> None:
        """Take a cookie of ours away."""
        response.delete_cookie(name, path="/", secure=self._secure, httponly=True, samesite="lax")

    def make_room(self, response: Response) -> None:
        """Take the cookies of old trips away where there are too many."""
        trips = [name for name in self._received if self.names.is_trip(name)]
        for name in trips[: max(0, len(trips) - _MOST_TRIPS + 1)]:
            self.clear(response, name)


def _read(request: Request, names: CookieNames) -> dict[str, str]:
    received: dict[str, str] = {}
    for header in request.headers.getlist("cookie"):
        for pair in header.split(";"):
            name, _, value = pair.strip().partition("=")
            if not names.is_ours(name):
                continue
            if name in received:
                raise Refused("cookie_repeated", "Your browser sent one of our cookies twice.")
            received[name] = _unquoted(name, value)
    return received


def _unquoted(name: str, value: str) -> str:
    try:
        return SimpleCookie(f"{name}={value}")[name].value
    except (CookieError, KeyError):
        return ""
