"""Addresses as a browser sees them: origin, site, and what is loopback.

Parsing is pydantic's WHATWG parser, so that a host is the host a browser would go to. A *site* is scheme and
registrable domain, without the port: two servers on 127.0.0.1 are one site and share cookies; `localhost`,
`127.0.0.1`, `a.localhost` and `b.localhost` are four. There is no public suffix list here; for names
elsewhere, which are never visited, the last two labels count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin

from pydantic import AnyUrl, TypeAdapter, ValidationError

from elicitor.development import is_loopback_host
from elicitor.testing.browser.errors import Blocked

__all__ = ["Address", "parse_address"]

_URL = TypeAdapter(AnyUrl)
_ABSOLUTE = re.compile(r"https?:[/\\]{2}|(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed http(s) URL.

    Attributes:
        scheme: `http` or `https`.
        host: lower case, IPv6 in brackets.
        port: always a number.
        path: begins with a slash.
        query: without the question mark; None where there is none.
        fragment: without the hash; stays in the browser.
    """

    scheme: str
    host: str
    port: int
    path: str
    query: str | None
    fragment: str | None

    @property
    def origin(self) -> str:
        """Scheme, host, and the port where it is not the scheme's own."""
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        return self.host if self.port == _PORTS[self.scheme] else f"{self.host}:{self.port}"

    @property
    def target(self) -> str:
        """Path and query."""
        return self.path if self.query is None else f"{self.path}?{self.query}"

    @property
    def without_fragment(self) -> str:
        """What a server gets to know, and the Referer at its longest."""
        return self.origin + self.target

    @property
    def site(self) -> str:
        """Scheme and registrable domain."""
        return f"{self.scheme}://{_registrable(self.host)}"

    @property
    def is_loopback(self) -> bool:
        """Whether it is on this machine. Chromium takes every name under `localhost` for it."""
        return is_loopback_host(self.host) or self.host.endswith(".localhost")

    @property
    def is_trustworthy(self) -> bool:
        """Whether browsers treat it as secure: https, or this machine."""
        return self.scheme == "https" or self.is_loopback

    def join(self, reference: str) -> Address:
        """The address of a link on the page at this one.

        Raises:
            Blocked: `scheme_refused`.
        """
        clean = reference.strip().replace("\t", "").replace("\n", "").replace("\r", "")
        if _ABSOLUTE.match(clean):
            return parse_address(clean)
        # Browsers read a backslash as a slash in the path of http addresses, urljoin does not.
        head, mark, tail = clean.partition("?")
        return parse_address(urljoin(self.without_fragment, head.replace("\\", "/") + mark + tail))

    def __str__(self) -> str:
        return self.without_fragment + ("" if self.fragment is None else f"#{self.fragment}")


def parse_address(text: str) -> Address:
    """Parse an absolute address.

    Raises:
        Blocked: `scheme_refused`, it is not http or https, or no address at all.
    """
    try:
        parsed = _URL.validate_python(text)
    except ValidationError as error:
        raise Blocked("scheme_refused", f"The browser cannot open {text[:80]!r}.") from error
    if parsed.scheme not in _PORTS or not parsed.host:
        raise Blocked("scheme_refused", f"The browser does not open {parsed.scheme}: addresses.")
    return Address(
        scheme=parsed.scheme,
        host=parsed.host,
        port=parsed.port or _PORTS[parsed.scheme],
        path=parsed.path or "/",
        query=parsed.query,
        fragment=parsed.fragment,
    )


def _registrable(host: str) -> str:
    if host.startswith("[") or host.replace(".", "").isdigit():
        return host
    return ".".join(host.split(".")[-2:])
