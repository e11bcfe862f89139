"""Who is signed in at the box, and the authorization requests that are waiting for them.

Browsers send loopback cookies to every port, so the cookie carries the port in its name; otherwise two boxes
on one machine would sign each other's users out. The session id changes at sign-in. A waiting request
belongs to the session that began it: its id is in the forms of our pages and serves as their proof against
forged posts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from elicitor.clock import Clock
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.testing.box.people import User
from elicitor.testing.box.settings import Client

__all__ = ["Asked", "Interaction", "Session", "Visits", "cookie_name", "set_session_cookie"]

_KEPT = 5000


def cookie_name(issuer: str) -> str:
    """The name of the session cookie of the box at an address."""
    return f"box_session_{urlsplit(issuer).port or 443}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid authorization request: its client, its return address and everything else were checked."""

    client: Client
    redirect_uri: str
    state: str | None
    scopes: tuple[str, ...]
    resources: tuple[str, ...]
    challenge: str
    nonce: str
    prompt: frozenset[str]
    login_hint: str
    max_age: int | None


@dataclass(slots=True)
class Session:
    """One browser's session; `user` is None until somebody has signed in."""

    id: str
    user: User | None = None
    auth_time: int = 0


@dataclass(slots=True)
class Interaction:
    """An authorization request that waits for a person."""

    id: str
    asked: Asked
    session_id: str
    signed_in_here: bool = False
    """Somebody signed in for this very request, which is what `prompt=login` wants."""


@dataclass(slots=True)
class Visits:
    """All sessions and waiting requests of one box, in memory."""

    clock: Clock
    _sessions: dict[bytes, Session] = field(default_factory=dict)
    _waiting: dict[bytes, Interaction] = field(default_factory=dict)

    def find_session(self, request: Request, issuer: str) -> Session | None:
        """The session of the browser that sent a request."""
        unverified = request.cookies.get(cookie_name(issuer))
        return self._sessions.get(digest_of(unverified)) if unverified else None

    def open_session(self) -> Session:
        """A new session in which nobody has signed in yet."""
        session = Session(id=mint_identifier())
        self._keep_session(session)
        return session

    def sign_in(self, session: Session, user: User) -> Session:
        """A new session, with a new id, in which a user is signed in; the old one is gone."""
        self.close_session(session)
        fresh = Session(id=mint_identifier(), user=user, auth_time=self.clock())
        self._keep_session(fresh)
        return fresh

    def close_session(self, session: Session) -> None:
        """Forget a session."""
        self._sessions.pop(digest_of(session.id), None)

    def begin(self, asked: Asked, session: Session) -> Interaction:
        """Let a request wait for the person at a session."""
        interaction = Interaction(id=mint_identifier(), asked=asked, session_id=session.id)
        self._waiting[digest_of(interaction.id)] = interaction
        _forget_oldest(self._waiting)
        return interaction

    def find_interaction(self, unverified_id: str, session: Session | None) -> Interaction | None:
        """The waiting request of an id, if this session may go on with it."""
        interaction = self._waiting.get(digest_of(unverified_id))
        if interaction is None or session is None or interaction.session_id != session.id:
            return None
        return interaction

    def end(self, interaction: Interaction) -> None:
        """Forget a request that was answered."""
        self._waiting.pop(digest_of(interaction.id), None)

    def _keep_session(self, session: Session) -> None:
        self._sessions[digest_of(session.id)] = session
        _forget_oldest(self._sessions)


def set_session_cookie(response: Response, session: Session, issuer: str) -> None:
    """Give the browser its session. Lax, because clients send people here from other sites."""
    response.set_cookie(
        cookie_name(issuer),
        session.id,
        path="/",
        httponly=True,
        samesite="lax",
        secure=issuer.startswith("https://"),
    )


def _forget_oldest(shelf: dict[bytes, Session] | dict[bytes, Interaction]) -> None:
    if len(shelf) > _KEPT:
        shelf.pop(next(iter(shelf)))
