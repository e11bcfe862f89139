"""Links we may send, and the public address they are made from.

A link is parsed once, by the rules browsers follow (pydantic's URL type is a WHATWG parser), and only the
serialised form of that parse is used. What a server sends must be an absolute https address without user
information, without a credential and without anybody's e-mail address in it (URL-3, URL-5, URL-7). Plain
http is for loopback, and only for who passed `development_http()`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

from pydantic import AnyUrl, TypeAdapter, ValidationError

from elicitor.development import DevelopmentHttp, is_loopback_host
from elicitor.errors import Misuse

__all__ = ["PublicUrl", "validate_outgoing_link", "validate_public_url"]

_URL = TypeAdapter(AnyUrl)
_EMAIL = re.compile(r"[^\s/@?&=:]+@[^\s/@?&=:]+\.[^\s/@?&=:]+")
_JWT = re.compile(r"eyJ[\w-]{8,}\.[\w-]+\.[\w-]*")
_CREDENTIAL_NAMES = re.compile(
    r"(access|id|refresh|auth|bearer|session)?_?(token|secret|password|passwd|pwd|api_?key|assertion|credential)s?"
    r"|authorization|session_?id|sid|jwt|client_secret",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """Where people reach this server, from configuration and never from a request (B7).

    Attributes:
        origin: scheme, host and port where it is not the scheme's own: `https://mcp.example.com`.
        prefix: the path under which the server is mounted, without a slash at its end; often empty.
        port: the port number.
    """

    origin: str
    prefix: str
    port: int

    @property
    def is_https(self) -> bool:
        """Whether browsers reach us over https, so that `__Host-` cookies work."""
        return self.origin.startswith("https://")

    def at(self, path: str) -> str:
        """The absolute address of one of our own paths, which begins with a slash."""
        return f"{self.origin}{self.prefix}{path}"


def validate_public_url(text: str, development: DevelopmentHttp | None) -> PublicUrl:
    """Read the `public_url` of the configuration.

    Raises:
        Misuse: `public_url_invalid`, with a sentence that says what to change.
    """
    parsed = _parse(text, "public_url_invalid", "public_url")
    if parsed.query is not None or parsed.fragment is not None:
        raise _wrong("public_url_invalid", f"public_url {text!r} must not have a query or a fragment.")
    _check_address(parsed, development, "public_url_invalid", "public_url")
    port = parsed.port or 0
    default = {"https": 443, "http": 80}[parsed.scheme]
    origin = f"{parsed.scheme}://{parsed.host}" + ("" if port == default else f":{port}")
    return PublicUrl(origin=origin, prefix=(parsed.path or "").rstrip("/"), port=port)


def validate_outgoing_link(text: str, development: DevelopmentHttp | None) -> str:
    """Check a link before it is sent to a client; returns the serialised form that is to be sent.

    Raises:
        Misuse: `link_invalid`, `link_insecure`, `link_userinfo`, `link_credential` or `link_personal`. The
            link was made by this program, so the program has to change.
    """
    parsed = _parse(text, "link_invalid", "the link")
    _check_address(parsed, development, "link_insecure", "the link")
    _check_content(parsed)
    return str(parsed)


def _parse(text: str, code: str, name: str) -> AnyUrl:
    if any(letter.isspace() or not letter.isprintable() for letter in text) or "\\" in text:
        raise _wrong(code, f"{name} holds spaces, control characters or a backslash.")
    try:
        parsed = _URL.validate_python(text)
    except ValidationError as error:
        raise _wrong(code, f"{name} is not an absolute URL; write it as https://host/path.") from error
    if parsed.username is not None or parsed.password is not None:
        raise _wrong("link_userinfo", f"{name} must not hold a user name or password before the host.")
    if not parsed.host or parsed.scheme not in {"http", "https"}:
        raise _wrong(code, f"{name} must begin with https:// and name a host.")
    return parsed


def _check_address(parsed: AnyUrl, development: DevelopmentHttp | None, code: str, name: str) -> None:
    if parsed.scheme == "https":
        return
    if development is None:
        raise _wrong(
            code,
            f"{name} must be https. For development on this machine write `from elicitor import development_http`, "
            "pass development=development_http(), and use a loopback address.",
        )
    if not is_loopback_host(parsed.host or ""):
        raise _wrong(code, f"{name} uses plain http, which development_http() allows on loopback only.")


def _check_content(parsed: AnyUrl) -> None:
    readable = unquote(f"{parsed.path or ''}?{parsed.query or ''}#{parsed.fragment or ''}")
    if _EMAIL.search(readable):
        raise _wrong("link_personal", "The link holds an e-mail address; a link must not name a person.")
    if _JWT.search(readable):
        raise _wrong("link_credential", "The link holds a token; a link must not open anything by itself.")
    pairs = parse_qsl(parsed.query or "", keep_blank_values=True)
    pairs += parse_qsl(parsed.fragment or "", keep_blank_values=True)
    if any(_CREDENTIAL_NAMES.fullmatch(name.replace("-", "_")) for name, _ in pairs):
        raise _wrong("link_credential", "The link has a parameter named like a credential.")


def _wrong(code: str, sentence: str) -> Misuse:
    return Misuse(code, sentence if sentence.startswith("public_url") else sentence[0].upper() + sentence[1:])
