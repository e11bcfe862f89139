"""What a box is told when it is built: its clients, its users, and how it behaves.

Clients are given by configuration; there is no registration endpoint. A client with a secret may
authenticate with `client_secret_basic` or `client_secret_post`, a client without one is public (`none`).
Redirect URIs are compared byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal
from urllib.parse import urlsplit

from elicitor.clock import Clock, system_clock
from elicitor.errors import Misuse
from elicitor.secret import Secret
from elicitor.testing.box.people import ALICE, BOB, User

__all__ = ["KNOWN_SCOPES", "Algorithm", "Client", "RefreshTokens", "Settings"]

Algorithm = Literal["RS256", "ES256"]
RefreshTokens = Literal["always", "offline_access", "never"]

KNOWN_SCOPES: Mapping[str, str] = MappingProxyType(
    {
        "openid": "Know who you are",
        "profile": "See your name",
        "email": "See your e-mail address",
        "offline_access": "Keep access while you are away",
    }
)


@dataclass(frozen=True, slots=True)
class Client:
    """An OAuth client that the box knows.

    Attributes:
        client_id: its id.
        redirect_uris: where codes may be sent; compared byte for byte.
        secret: its secret, or None for a public client. A text is taken as well.
        name: what the consent page calls it; the id where it is empty.

    Raises:
        Misuse: `bad_client`, a redirect URI is not an absolute address without a fragment (RFC 6749
            section 3.1.2), or the id is empty.
    """

    client_id: str
    redirect_uris: tuple[str, ...]
    secret: Secret | str | None = None
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "redirect_uris", tuple(self.redirect_uris))
        if isinstance(self.secret, str):
            object.__setattr__(self, "secret", Secret(self.secret))
        if not self.client_id:
            raise Misuse("bad_client", "A client of the test server needs a client_id.")
        for uri in self.redirect_uris:
            parts = urlsplit(uri)
            if not parts.scheme or not (parts.netloc or parts.path) or "#" in uri:
                raise Misuse("bad_client", f"The redirect URI {uri!r} must be absolute and without a fragment.")

    @property
    def title(self) -> str:
        """What people see."""
        return self.name or self.client_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a box behaves. See `AuthorizationServer` for the meaning of each field."""

    name: str = "Test authorization server"
    users: tuple[User, ...] = (ALICE, BOB)
    scopes: Mapping[str, str] = field(default_factory=lambda: dict(KNOWN_SCOPES))
    access_token_lifetime: int = 3600
    code_lifetime: int = 60
    refresh_tokens: RefreshTokens = "always"
    rotate_refresh_tokens: bool = True
    pairwise: bool = False
    auto_approve: bool = False
    algorithm: Algorithm = "RS256"
    serves_files: bool = False
    slowness: float = 0.5
    clock: Clock = system_clock

    def find_user(self, login: str) -> User | None:
        """The user of a login name, or None."""
        return next((user for user in self.users if user.login == login), None)
