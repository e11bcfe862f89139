"""People, tickets and trips for the tests of the vault: each step of an errand in one call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from elicitor.credential import Credential
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.principal import Owner, Principal
from elicitor.protocol.lifecycle import Errand, Move, sources_of
from elicitor.secret import Secret
from elicitor.vault.records import Attempt, AttemptDraft, Grant, GrantDraft, Ticket
from elicitor.vault.vault import Vault

__all__ = ["ALICE", "BOB", "NOON", "REPO", "HandClock", "Scene", "Trip", "credential", "wait_until"]

NOON = 1_800_000_000
ALICE = Owner("", "https://auth.example.com", "alice")
BOB = Owner("", "https://auth.example.com", "bob")
REPO = frozenset({"repo"})
LIFE = timedelta(minutes=10)


@dataclass
class HandClock:
    """A clock that stands still until it is moved."""

    now: int = NOON

    def __call__(self) -> int:
        """The present."""
        return self.now

    def pass_by(self, **spans: float) -> None:
        """Let time pass: `pass_by(minutes=10)`."""
        self.now += int(timedelta(**spans).total_seconds())


@dataclass(frozen=True)
class Trip:
    """An attempt that has begun, with what the browser holds."""

    ticket: Ticket
    ticket_id: str
    state: str
    draft: AttemptDraft
    attempt: Attempt


@dataclass
class Scene:
    """A vault with a clock."""

    vault: Vault
    clock: HandClock
    url: str
    key: Secret = field(repr=False)

    async def mint(
        self,
        owner: Owner = ALICE,
        *,
        client: str = "client-1",
        connection: str = "files",
        scopes: frozenset[str] = REPO,
    ) -> tuple[str, Ticket]:
        """A ticket for a person."""
        return await self.vault.tickets.mint(
            Principal(owner, client),
            connection,
            scopes,
            client_name="Some Client",
            ttl=LIFE,
            first=Errand.PENDING,
        )

    def draft(self, ticket: Ticket, ticket_id: str, **changes: object) -> AttemptDraft:
        """A trip for a ticket that is about to begin."""
        values = {
            "digest": digest_of(mint_identifier()),
            "session": digest_of("session"),
            "flow": digest_of("flow"),
            "owner": ticket.principal.owner,
            "connection": ticket.connection,
            "issuer": "https://files.example.net",
            "redirect_uri": "https://mcp.example.com/connect/callback/files",
            "scopes": ticket.scopes,
            "nonce": Secret(mint_identifier()),
            "verifier": Secret(mint_identifier()),
            "return_to": Secret(ticket_id),
            "expires_at": self.clock() + 600,
        }
        return AttemptDraft(**(values | changes))  # type: ignore[arg-type]

    async def set_out(self, owner: Owner = ALICE, **of_ticket: object) -> Trip:
        """A ticket whose person has agreed and left for the third party."""
        ticket_id, ticket = await self.mint(owner, **of_ticket)  # type: ignore[arg-type]
        state = mint_identifier()
        draft = self.draft(ticket, ticket_id, digest=digest_of(state))
        attempt = await self.vault.attempts.begin(ticket.digest, sources_of(Move.START), draft)
        assert attempt is not None
        return Trip(ticket, ticket_id, state, draft, attempt)

    async def come_back(self, owner: Owner = ALICE, **of_ticket: object) -> Trip:
        """As `set_out`, and the person has come back: the attempt is taken."""
        trip = await self.set_out(owner, **of_ticket)
        assert await self.vault.attempts.take(trip.draft.digest, sources_of(Move.RETURN))
        return trip

    async def settle(self, trip: Trip, **changes: object) -> Grant | None:
        """Store what a trip brought."""
        values = {
            "owner": trip.draft.owner,
            "connection": trip.draft.connection,
            "scopes": trip.draft.scopes,
            "credential": credential("first"),
            "account_id": "4711",
            "account_name": "alice@files.example.net",
        }
        draft = GrantDraft(**(values | changes))  # type: ignore[arg-type]
        return await self.vault.grants.settle(trip.draft.digest, trip.ticket.digest, sources_of(Move.KEEP), draft)

    async def connect(self, owner: Owner = ALICE, *, token: str = "first", **of_ticket: object) -> Grant:
        """A whole errand: afterwards the person is connected."""
        grant = await self.settle(await self.come_back(owner, **of_ticket), credential=credential(token))
        assert grant is not None
        return grant

    async def errand(self, digest: bytes) -> str | None:
        """Where the errand of a ticket stands in the database."""
        ticket = await self.vault.tickets.find_by_digest(digest)
        return None if ticket is None else ticket.errand


def wait_until(condition: Callable[[], object]) -> None:
    """Block this thread until something is so, for ten seconds at most."""
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    raise TimeoutError("it did not happen")


def credential(name: str, *, expires_at: int | None = NOON + 3600) -> Credential:
    """A credential whose tokens can be told from all others."""
    return Credential(
        access_token=Secret(f"access-{name}"),
        refresh_token=Secret(f"refresh-{name}"),
        expires_at=expires_at,
        extra={"instance_url": f"https://{name}.example.net"},
    )
