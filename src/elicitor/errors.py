"""Every error elicitor raises, sorted by who has to act.

    ElicitorError
    ├── Misuse              the author of this program: a wrong configuration or call
    │   └── NotReady        ... and it may heal by itself (an issuer that does not answer yet)
    ├── PeerBroke           the other side of a protocol sent something it must not send
    │   └── ProviderBroke   ... and that side is an authorization server
    ├── ProviderUnreachable nobody: the network or a server failed, the same step may work later
    ├── ProviderSaidNo      the third party refused, in a well-formed way
    ├── Refused             a person or a rule of ours said no
    │   └── WrongVisitor    ... because somebody else sits at the browser
    ├── Expired             a link, a trip or a session is over; start again
    └── VaultLocked         a record cannot be opened with the keys we have

Each error carries

- `code`: a stable, lower-case reason for logs and tests (`wrong_visitor`, `issuer_mismatch`);
- `sentence`: plain words that may be shown to a person. It never holds a secret, and never a text
  that a stranger wrote;
- `status`: the HTTP status for whoever has to answer a browser;
- `evidence`: facts for the log, already free of secrets.

Inside the library an error is caught where it can be named; it is turned into HTTP or JSON-RPC at
one door each (`server/web/errors.py`, `sdk/`).
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "ElicitorError",
    "Expired",
    "Misuse",
    "NotReady",
    "PeerBroke",
    "ProviderBroke",
    "ProviderSaidNo",
    "ProviderUnreachable",
    "Refused",
    "VaultLocked",
    "WrongVisitor",
]


class ElicitorError(Exception):
    """The root. Catch it to catch everything elicitor raises on purpose.

    Args:
        code: the stable reason code.
        sentence: what a person may read; says what to do where something can be done.
        evidence: facts for the log, by name. Values must not be secrets.
    """

    status: ClassVar[int] = 500

    def __init__(self, code: str, sentence: str, **evidence: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.evidence = evidence

    def __str__(self) -> str:
        return self.sentence


class Misuse(ElicitorError):
    """The calling program is wrong. Fix the configuration or the call; retrying does not help."""

    status = 500


class NotReady(Misuse):
    """Something the program depends on is not there yet. Try again in a moment."""

    status = 503


class PeerBroke(ElicitorError):
    """The other side broke its protocol. Nothing it sent was used."""

    status = 502


class ProviderBroke(PeerBroke):
    """An authorization server answered in a way that its specification forbids."""

    status = 502


class ProviderUnreachable(ElicitorError):
    """A server did not answer, or answered that it cannot now. Stored state is as it was."""

    status = 503


class ProviderSaidNo(ElicitorError):
    """The third party refused in a well-formed way.

    Attributes:
        error: the OAuth error code (RFC 6749 section 5.2 or 4.1.2.1), cut to a known alphabet.
        final: whether the same request can never succeed again (a revoked refresh token, say).
    """

    status = 400

    def __init__(self, code: str, sentence: str, *, error: str, final: bool, **evidence: object) -> None:
        super().__init__(code, sentence, error=error, final=final, **evidence)
        self.error = error
        self.final = final


class Refused(ElicitorError):
    """A person or a rule said no. Do not retry without asking."""

    status = 403


class WrongVisitor(Refused):
    """The person at the browser is not the person the link was made for.

    Says nothing about the ticket: an absent, expired, used or foreign one looks the same (C2).
    """

    status = 403


class Expired(ElicitorError):
    """What was offered is over. Start again from the application."""

    status = 410


class VaultLocked(ElicitorError):
    """A sealed record does not open: its key is gone or its content is not what was sealed.

    The record is left as it is; putting the old key back into the ring makes it readable again.
    """

    status = 503
