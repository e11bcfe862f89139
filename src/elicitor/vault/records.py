"""What the stores give and take: plain values, opened and read.

Nothing here can change the database; a record is what a row said at the moment it was read. Times are epoch
seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from elicitor.credential import Credential
from elicitor.principal import Owner, Principal
from elicitor.secret import Secret

__all__ = ["Attempt", "AttemptDraft", "Grant", "GrantDraft", "GrantStatus", "Remembered", "Session", "Ticket"]

GrantStatus = Literal["active", "needs_reconnect", "unknown"]
"""`unknown`: a refresh went out and no answer came, so nobody knows whether the refresh token is spent."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Our question to one principal.

    Attributes:
        digest: of the identifier in the link; the identifier itself is stored nowhere.
        client_name: what the MCP client calls itself: a stranger's words, without control characters.
        errand: where the errand behind the link stands, in the words of `protocol.lifecycle`.
        reason: why it stands there; empty on the ordinary way.
        mismatches: how often somebody else opened the link.
        expires_at: the first second at which the ticket can no longer be used.
        has_question: whether it asks something on a page, rather than for an account.
    """

    digest: bytes
    principal: Principal
    client_name: str
    connection: str
    scopes: frozenset[str]
    errand: str
    reason: str
    mismatches: int
    created_at: int
    expires_at: int
    has_question: bool = False


@dataclass(frozen=True, slots=True)
class AttemptDraft:
    """A trip to a third party that is about to begin.

    Attributes:
        digest: of the `state` parameter.
        session: digest of the session it begins in.
        flow: digest of the cookie that ties it to the browser.
        issuer: of the third party, as its metadata say; empty where it has none.
        return_to: the identifier in the link, to lead the person back to its page.
    """

    digest: bytes
    session: bytes
    flow: bytes
    owner: Owner
    connection: str
    issuer: str
    redirect_uri: str
    scopes: frozenset[str]
    nonce: Secret
    verifier: Secret
    return_to: Secret
    expires_at: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """A trip to a third party. See `AttemptDraft` for what is not said here.

    Attributes:
        ticket: digest of the ticket it was made for.
        nonce, verifier, return_to: empty once the trip has ended in a grant: they are spent, and erased.
        taken_at: when the person came back and the code was taken for exchange; None before that.
        ended_at: when the trip was over, well or not; None before that.
    """

    digest: bytes
    ticket: bytes
    session: bytes
    flow: bytes
    owner: Owner
    connection: str
    issuer: str
    redirect_uri: str
    scopes: frozenset[str]
    nonce: Secret
    verifier: Secret
    return_to: Secret
    taken_at: int | None
    ended_at: int | None
    created_at: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class Session:
    """A browser of which we know who sits at it.

    Attributes:
        digest: of the identifier in the session cookie.
        account_name: what the person is greeted with; tells nothing about who they are.
        seen_at: the last use, to the minute.
        expires_at: the first second at which the session is over, however busy it was.
    """

    digest: bytes
    owner: Owner
    account_name: str
    signed_in_at: int
    seen_at: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class GrantDraft:
    """What a third party gave for a person.

    Attributes:
        scopes: what was really granted, which may be less than was asked for.
        account_id: the third party's own, lasting name of the account.
        account_name: what the person calls it.
    """

    owner: Owner
    connection: str
    scopes: frozenset[str]
    credential: Credential
    account_id: str
    account_name: str


@dataclass(frozen=True, slots=True)
class Grant:
    """What we keep for an owner and a connection. See `GrantDraft` for what is not said here.

    Attributes:
        id: names the row; the same while the connection lasts, another after it was forgotten.
        reason: why it is not active; empty while it is.
        version: raised whenever the credential changes.
        clients: the MCP client ids that the person let use it.
    """

    id: str
    owner: Owner
    connection: str
    scopes: frozenset[str]
    status: GrantStatus
    reason: str
    credential: Credential
    account_id: str
    account_name: str
    version: int
    clients: frozenset[str]
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """An answer that is kept: that it is there, not what it says.

    Attributes:
        name: what the author calls it.
    """

    name: str
    updated_at: int
