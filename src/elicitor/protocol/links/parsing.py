"""One parse, by the rules browsers follow; only its serialised form is judged, shown and opened (F2)."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import AnyUrl, TypeAdapter, ValidationError

from elicitor.errors import PeerBroke

__all__ = ["Parts", "parse"]

_URL = TypeAdapter(AnyUrl)
_LONGEST = 8192
_DEFAULT_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class Parts:
    """A link, taken apart.

    Attributes:
        raw: as it came. Never shown.
        url: serialised.
        scheme: in lower case.
        host: in ASCII; empty where there is none.
        host_unicode: as it reads.
        port: None for the scheme's own.
        userinfo: whether there is any.
        path: with its query and fragment.
    """

    raw: str
    url: str
    scheme: str
    host: str
    host_unicode: str
    port: int | None
    userinfo: bool
    path: str


def parse(unverified_url: str) -> Parts:
    """Take a link apart.

    Raises:
        PeerBroke: `link_unreadable`, it is no absolute address, or longer than 8 KiB.
    """
    if not isinstance(unverified_url, str) or len(unverified_url) > _LONGEST:
        raise _unreadable()
    try:
        parsed = _URL.validate_python(unverified_url)
    except ValidationError as error:
        raise _unreadable() from error
    url = str(parsed)
    if not url.isascii() or len(url) > _LONGEST:
        raise _unreadable()
    port = parsed.port if parsed.port != _DEFAULT_PORTS.get(parsed.scheme) else None
    query = f"?{parsed.query}" if parsed.query is not None else ""
    fragment = f"#{parsed.fragment}" if parsed.fragment is not None else ""
    return Parts(
        raw=unverified_url,
        url=url,
        scheme=parsed.scheme,
        host=parsed.host or "",
        host_unicode=(parsed.unicode_host() or "") if parsed.host else "",
        port=port,
        userinfo=parsed.username is not None or parsed.password is not None,
        path=f"{parsed.path or ''}{query}{fragment}",
    )


def _unreadable() -> PeerBroke:
    return PeerBroke("link_unreadable", "What the server sent as a link is no address.")
