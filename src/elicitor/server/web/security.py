"""What every page has: the headers, and the proof that a form came from our own page.

`form-action 'self'` works because no POST of ours answers with a redirect to another site: browsers apply it to the
whole chain of redirects. The page after consent is a 200 with a link onward. Pages with a form send
`Referrer-Policy: same-origin`; `no-referrer` would make their own POST arrive with `Origin: null`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from elicitor.errors import Refused
from elicitor.protocol.forms.sheet import CONTROL
from elicitor.protocol.link import PublicUrl
from elicitor.vault.keys import KeyRing

__all__ = ["BODY_LIMIT", "CsrfProof", "Posted", "check_same_origin", "guard_headers", "read_form"]

BODY_LIMIT = 64 * 1024
"""Bytes of a form, at the most."""

_MOST_OWN, _MOST_CONTROLS = 20, 2200

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), clipboard-read=()",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
_HSTS = "max-age=63072000"


def guard_headers(headers: MutableHeaders, public_url: PublicUrl) -> None:
    """Put the headers of threats D1, D5 and D6 on a response; one that is set already stays."""
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    headers.setdefault("Referrer-Policy", "no-referrer")
    if public_url.is_https:
        headers.setdefault("Strict-Transport-Security", _HSTS)


def check_same_origin(request: Request, public_url: PublicUrl) -> None:
    """Refuse a POST that another site made the browser send (D2).

    `Sec-Fetch-Site` decides where the browser sends it: only `same-origin` passes. An older browser must send an
    `Origin` that is ours. No header at all is a refusal.

    Raises:
        Refused: `cross_site`.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        if site == "same-origin":
            return
    elif request.headers.get("origin") == public_url.origin:
        return
    raise Refused("cross_site", "This form was not sent from our own page. Open the link again.")


@dataclass(frozen=True, slots=True)
class Posted:
    """A form that came in.

    Attributes:
        values: of our own controls, each there once.
        entries: of a question's controls, which may repeat.
    """

    values: Mapping[str, str]
    entries: Mapping[str, list[str]]


async def read_form(request: Request) -> Posted:
    """Read a small urlencoded form.

    Raises:
        Refused: `body_type`, `body_too_large` or `body_malformed`.
    """
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/x-www-form-urlencoded":
        raise Refused("body_type", "This page takes ordinary forms only.")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_LIMIT:
            raise Refused("body_too_large", "That is more than this page takes.")
    return _parsed(bytes(body))


def _parsed(body: bytes) -> Posted:
    try:
        pairs = parse_qsl(
            body.decode("ascii"), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=_MOST_CONTROLS
        )
    except (UnicodeDecodeError, ValueError) as error:
        raise _malformed() from error
    own = [(name, value) for name, value in pairs if not name.startswith(CONTROL)]
    values = dict(own)
    if len(values) != len(own) or len(own) > _MOST_OWN:
        raise _malformed()
    entries: dict[str, list[str]] = {}
    for name, value in pairs:
        if name.startswith(CONTROL):
            entries.setdefault(name, []).append(value)
    return Posted(values, entries)


def _malformed() -> Refused:
    return Refused("body_malformed", "The form could not be read.")


class CsrfProof:
    """The hidden field that proves a form was rendered for this session, this ticket and this action.

    An HMAC, so that nothing is stored; it dies with the session it is tied to. The newest key makes, all keys check.
    """

    def __init__(self, ring: KeyRing) -> None:
        self._keys = ring.derive("csrf")

    def make(self, session: bytes, subject: str) -> str:
        """The proof for a session's digest and what the form is about."""
        return self._of(self._keys[0], session, subject)

    def check(self, unverified: str, session: bytes, subject: str) -> None:
        """Raises:
        Refused: `csrf`, the proof is missing, of another session or for something else.
        """
        proofs = [self._of(key, session, subject) for key in self._keys]
        if any(hmac.compare_digest(unverified.encode(), proof.encode()) for proof in proofs):
            return
        raise Refused("csrf", "This form is out of date. Open the link again.")

    def _of(self, key: bytes, session: bytes, subject: str) -> str:
        return hmac.new(key, session + b"|" + subject.encode(), hashlib.sha256).hexdigest()
