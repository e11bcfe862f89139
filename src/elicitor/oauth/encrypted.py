"""Addresses of the configuration that tokens travel to or come from: https, or loopback in development.

It is looked at when the server is built, so that its author reads which address is meant, and no token is ever on its
way unencrypted (RFC 6750 section 5.3).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from elicitor.development import DevelopmentHttp, is_loopback_host
from elicitor.errors import Misuse
from elicitor.oauth.provider import Provider

__all__ = ["require_encrypted_issuer", "require_encrypted_provider"]


def require_encrypted_issuer(issuer: str, development: DevelopmentHttp | None, *, where: str) -> None:
    """Raises:
    Misuse: `issuer_not_https`, the issuer is on plain http, and that is not what `development` allows.
    """
    if _is_encrypted(issuer, development):
        return
    raise Misuse(
        "issuer_not_https",
        f"The issuer {issuer!r} must be https. For development on this machine write "
        f"`from elicitor import development_http`, pass development=development_http() to {where} as well, and use "
        "a loopback address.",
    )


def require_encrypted_provider(provider: Provider, development: DevelopmentHttp | None) -> None:
    """Raises:
    Misuse: `issuer_not_https`, or `api_origin_not_https`: its token would be sent where everybody on the way reads it.
    """
    if provider.issuer is not None:
        require_encrypted_issuer(provider.issuer, development, where="Elicitor")
    for origin in provider.api_origins:
        if not _is_encrypted(origin, development):
            raise Misuse(
                "api_origin_not_https",
                f"The api_origins of {provider.name!r} hold {origin!r}, which is not https: the token would travel "
                "unencrypted. Plain http is for loopback, with development=development_http().",
            )


def _is_encrypted(url: str, development: DevelopmentHttp | None) -> bool:
    parts = urlsplit(url)
    if parts.scheme == "http":
        return development is not None and is_loopback_host(parts.hostname or "")
    return parts.scheme == "https"
