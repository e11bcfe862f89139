"""What is known about a third party, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from elicitor.errors import Misuse
from elicitor.oauth.metadata import Endpoints
from elicitor.secret import Secret

__all__ = ["AccountSource", "ClientAuthentication", "Provider"]

ClientAuthentication = Literal["client_secret_basic", "client_secret_post", "none"]
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\Z")


@dataclass(frozen=True, slots=True)
class AccountSource:
    """Where the account's id and name are read.

    Attributes:
        userinfo: an address to ask with the access token; None: the ID token, or the issuer's userinfo endpoint.
        id_field: the field with the stable id.
        name_fields: the fields with a name for people, the best first.
    """

    userinfo: str | None = None
    id_field: str = "sub"
    name_fields: tuple[str, ...] = ("name", "preferred_username", "email", "sub")


@dataclass(frozen=True, slots=True)
class Provider:
    """A third party and our registration there.

    Attributes:
        name: what tools call the connection; a part of the redirect URI.
        title: what people call it.
        issuer: with an issuer the endpoints are discovered; without, `fixed_endpoints` holds them.
        scopes: asked for at every connection, beside what a tool needs.
        scope_descriptions: plain words for the consent page.
        scope_separator: parts the scopes in our requests; a space by RFC 6749 section 3.3.
        reply_scope_separators: the letters that part the scopes in its replies; at least one.
        api_origins: the only origins that its access token may be sent to.
        authorize_parameters: sent to its authorization endpoint as they are.
        account: see `AccountSource`.

    Raises:
        Misuse: `provider_malformed`, with a sentence that says what to change.
    """

    name: str
    title: str
    client_id: str
    client_secret: Secret | None
    issuer: str | None = None
    fixed_endpoints: Endpoints | None = None
    client_authentication: ClientAuthentication = "client_secret_basic"
    scopes: frozenset[str] = frozenset()
    scope_descriptions: Mapping[str, str] = field(default_factory=dict)
    scope_separator: str = " "
    reply_scope_separators: str = " "
    api_origins: tuple[str, ...] = ()
    authorize_parameters: Mapping[str, str] = field(default_factory=dict)
    account: AccountSource = field(default_factory=AccountSource)

    def __post_init__(self) -> None:
        if not _NAME.match(self.name):
            raise _malformed(f"The name {self.name!r} must be lower-case letters, digits, - and _, at most 40.")
        if not self.client_id:
            raise _malformed(f"The connection {self.name!r} has no client_id.")
        if self.client_secret is None and self.client_authentication != "none":
            object.__setattr__(self, "client_authentication", "none")
        if (self.issuer is None) == (self.fixed_endpoints is None):
            raise _malformed(f"The connection {self.name!r} needs an issuer, or endpoints of its own.")
        if not self.scope_separator or not self.reply_scope_separators:
            raise _malformed(f"The scope separators of {self.name!r} are empty; leave them out for a space.")
        for origin in self.api_origins:
            _check_origin(self.name, origin)

    @classmethod
    def for_sign_in(cls, *, issuer: str, client_id: str, client_secret: Secret | None) -> Provider:
        """The MCP server's own authorization server, at which visitors sign in."""
        return cls("sign-in", "Sign-in", client_id, client_secret, issuer=issuer)


def _check_origin(name: str, origin: str) -> None:
    if _is_origin(origin):
        return
    raise _malformed(f"api_origins of {name!r}: write each as https://host or https://host:port, in lower case.")


def _is_origin(text: str) -> bool:
    """Whether it is scheme, host and port only. A user name before the host would hide which host it is."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    if parts.scheme not in {"https", "http"} or not host or not text.isascii() or not text.isprintable():
        return False
    bracketed = f"[{host}]" if ":" in host else host
    rebuilt = f"{parts.scheme}://{bracketed}" + ("" if port is None else f":{port}")
    return rebuilt == text and " " not in text


def _malformed(sentence: str) -> Misuse:
    return Misuse("provider_malformed", sentence)
