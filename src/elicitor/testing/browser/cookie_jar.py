"""A cookie jar with the rules of RFC 6265bis as Chromium keeps them.

Cookies belong to a host and ignore the port. Chromium treats http on loopback as secure: `Secure` cookies
are taken and sent there; `__Host-` and `__Secure-` names are another matter, see `_prefix_allows`. A cookie
without `SameSite` is Lax, except that for its first two minutes it still goes with a cross-site form post.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Literal

from elicitor.clock import Clock, system_clock
from elicitor.testing.browser.address import Address

__all__ = ["Cookie", "CookieJar"]

SameSite = Literal["strict", "lax", "none", "unspecified"]

_LONGEST = 4096
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LAX_AND_POST_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Cookie:
    """One cookie.

    Attributes:
        domain: the host, or the domain it was set for.
        host_only: goes to exactly that host.
        expires_at: epoch seconds; None for the session.
        created_at: epoch seconds.
    """

    name: str
    value: str
    domain: str
    path: str = "/"
    host_only: bool = True
    secure: bool = False
    http_only: bool = False
    same_site: SameSite = "unspecified"
    expires_at: int | None = None
    created_at: int = 0

    @property
    def key(self) -> tuple[str, str, str, bool]:
        """What makes two cookies the same one."""
        return self.name, self.domain, self.path, self.host_only


class CookieJar:
    """The cookies of one browser profile.

    Args:
        clock: tells what has expired.
    """

    def __init__(self, clock: Clock = system_clock) -> None:
        self._clock = clock
        self._cookies: dict[tuple[str, str, str, bool], Cookie] = {}

    def __iter__(self) -> Iterator[Cookie]:
        return iter(list(self._cookies.values()))

    def __len__(self) -> int:
        return len(self._cookies)

    def copy(self) -> CookieJar:
        """Another jar with the same cookies, as a thief or a second profile would have."""
        twin = CookieJar(self._clock)
        twin._cookies = dict(self._cookies)
        return twin

    def plant(self, cookie: Cookie) -> None:
        """Put a cookie in, past all rules, as somebody with the profile's file could."""
        self._cookies[cookie.key] = dataclasses.replace(cookie, created_at=cookie.created_at or self._clock())

    def find(self, name: str, host: str = "") -> Cookie | None:
        """A cookie by its name, and by its domain where one is given."""
        return next((c for c in self if c.name == name and host in {"", c.domain}), None)

    def remove(self, name: str) -> int:
        """Delete every cookie of a name; returns how many there were."""
        doomed = [cookie.key for cookie in self if cookie.name == name]
        for key in doomed:
            del self._cookies[key]
        return len(doomed)

    def clear(self) -> None:
        """Delete all."""
        self._cookies.clear()

    def receive(self, set_cookie: str, address: Address) -> bool:
        """Take a `Set-Cookie` header of a top-level navigation; returns whether it was taken."""
        cookie = _parse(set_cookie, address, self._clock())
        if cookie is None:
            return False
        before = self._cookies.get(cookie.key)
        if cookie.expires_at is not None and cookie.expires_at <= self._clock():
            self._cookies.pop(cookie.key, None)
            return True
        created = before.created_at if before and before.value == cookie.value else cookie.created_at
        self._cookies[cookie.key] = dataclasses.replace(cookie, created_at=created)
        return True

    def header_for(self, address: Address, *, same_site: bool, safe_method: bool) -> str:
        """The value of the `Cookie` header of a top-level navigation; empty for none.

        Args:
            address: where the request goes.
            same_site: whether it was started from the same site, or by nobody.
            safe_method: whether it is a GET or HEAD.
        """
        now = self._clock()
        fitting = [
            cookie
            for cookie in self
            if _reaches(cookie, address, now) and _crosses(cookie, same_site, safe_method, now)
        ]
        # RFC 6265 section 5.4: longer paths first, then the older one; sorting keeps the order of creation.
        fitting.sort(key=lambda cookie: -len(cookie.path))
        return "; ".join(_pair(cookie) for cookie in fitting)


def _pair(cookie: Cookie) -> str:
    return f"{cookie.name}={cookie.value}" if cookie.name else cookie.value


def _reaches(cookie: Cookie, address: Address, now: int) -> bool:
    if cookie.expires_at is not None and cookie.expires_at <= now:
        return False
    if cookie.secure and not address.is_trustworthy:
        return False
    if not _path_matches(cookie.path, address.path):
        return False
    if cookie.host_only:
        return cookie.domain == address.host
    return address.host == cookie.domain or address.host.endswith(f".{cookie.domain}")


def _crosses(cookie: Cookie, same_site: bool, safe_method: bool, now: int) -> bool:
    if same_site:
        return True
    match cookie.same_site:
        case "none":
            return True
        case "strict":
            return False
        case "lax":
            return safe_method
        case "unspecified":
            return safe_method or now - cookie.created_at <= _LAX_AND_POST_SECONDS


def _parse(text: str, address: Address, now: int) -> Cookie | None:
    if len(text) > _LONGEST or _CONTROL.search(text):
        return None
    pair, *rest = text.split(";")
    name, equals, value = pair.partition("=")
    name, value = (name.strip(), value.strip()) if equals else ("", name.strip())
    attributes = dict(_attribute(part) for part in rest)
    scope = _scope(attributes.get("domain", ""), address)
    if scope is None or not (name or value):
        return None
    path = attributes.get("path", "")
    cookie = Cookie(
        name=name,
        value=value,
        domain=scope[0],
        host_only=scope[1],
        path=path if path.startswith("/") else _default_path(address.path),
        secure="secure" in attributes,
        http_only="httponly" in attributes,
        same_site=_same_site(attributes.get("samesite", "")),
        expires_at=_expiry(attributes, now),
        created_at=now,
    )
    return cookie if _allowed(cookie, address, attributes) else None


def _attribute(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip().lower(), value.strip()


def _allowed(cookie: Cookie, address: Address, attributes: dict[str, str]) -> bool:
    if cookie.secure and not address.is_trustworthy:
        return False
    if cookie.same_site == "none" and not cookie.secure:
        return False
    return _prefix_allows(cookie, address, attributes)


def _prefix_allows(cookie: Cookie, address: Address, attributes: dict[str, str]) -> bool:
    name = cookie.name.lower()
    if name.startswith("__secure-"):
        return cookie.secure and address.is_trustworthy
    if name.startswith("__host-"):
        rooted = attributes.get("path") == "/" and cookie.host_only and not attributes.get("domain")
        return cookie.secure and address.is_trustworthy and rooted
    return True


def _scope(domain: str, address: Address) -> tuple[str, bool] | None:
    wanted = domain.lower().removeprefix(".")
    if wanted in {"", address.host} and (not wanted or "." not in wanted or not address.host[-1].isalpha()):
        return address.host, True
    if "." not in wanted or not address.host[-1].isalpha():
        return None
    if address.host == wanted or address.host.endswith(f".{wanted}"):
        return wanted, False
    return None


def _same_site(text: str) -> SameSite:
    match text.lower():
        case "strict":
            return "strict"
        case "lax":
            return "lax"
        case "none":
            return "none"
        case _:
            return "unspecified"


def _expiry(attributes: dict[str, str], now: int) -> int | None:
    max_age = attributes.get("max-age", "")
    if max_age.removeprefix("-").isdigit():
        return now + int(max_age)
    try:
        return int(parsedate_to_datetime(attributes["expires"]).timestamp())
    except (KeyError, ValueError):
        return None


def _default_path(path: str) -> str:
    return path.rpartition("/")[0] or "/"


def _path_matches(cookie_path: str, path: str) -> bool:
    if path == cookie_path:
        return True
    return path.startswith(cookie_path if cookie_path.endswith("/") else f"{cookie_path}/")
