"""Tickets: our questions to principals, found by a digest of the identifier in the link.

The store knows no states. What may follow what is in `protocol/lifecycle.py`; a caller hands in the moves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from functools import partial

from sqlalchemy import Connection, and_, bindparam, case, delete, func, insert, select, update

from elicitor.clock import Clock
from elicitor.identifiers import digest_of, is_identifier, mint_identifier, name_of_digest
from elicitor.principal import Owner, Principal
from elicitor.vault.columns import exact, owner_key, person_columns, scopes_text, tidy
from elicitor.vault.records import Ticket
from elicitor.vault.seal import Binding, Sealer
from elicitor.vault.storage import Storage
from elicitor.vault.sweeping import page_of
from elicitor.vault.tables import tickets
from elicitor.vault.ticket_rows import COLUMNS, State, move_ticket, ticket_of

__all__ = ["Tickets"]

_QUESTION, _ANSWER = "sealed_question", "sealed_answer"

_FIND = select(*COLUMNS).where(tickets.c.digest == bindparam("wanted"))
_COUNT_OPEN = (
    select(func.count())
    .select_from(tickets)
    .where(
        tickets.c.owner_key == bindparam("wanted"),
        tickets.c.expires_at > bindparam("now"),
        tickets.c.errand.in_(bindparam("live", expanding=True)),
    )
)
_ERRANDS = select(tickets.c.digest, tickets.c.errand).where(tickets.c.digest.in_(bindparam("wanted", expanding=True)))
_COUNT_MISMATCH = (
    update(tickets)
    .where(tickets.c.digest == bindparam("wanted"))
    .values(mismatches=tickets.c.mismatches + 1)
    .returning(tickets.c.mismatches)
)
_SWEEP = delete(tickets).where(
    tickets.c.digest.in_(
        page_of(
            tickets.c.digest,
            tickets.c.expires_at < bindparam("before"),
            most=bindparam("most"),
            oldest_first=tickets.c.expires_at,
        )
    )
)


class Tickets:
    """The store of tickets.

    Args:
        storage: started before the first use.
        sealer: seals the questions that are answered on a page, and their answers.
        clock: tells which tickets are over.
    """

    def __init__(self, storage: Storage, sealer: Sealer, clock: Clock) -> None:
        self._storage = storage
        self._sealer = sealer
        self._clock = clock

    async def mint(
        self,
        principal: Principal,
        connection: str,
        scopes: frozenset[str],
        *,
        client_name: str,
        ttl: timedelta,
        first: str,
        question: bytes | None = None,
    ) -> tuple[str, Ticket]:
        """Make a ticket.

        Args:
            principal: who is asked, and through which client.
            connection: what for.
            scopes: and with which scopes.
            client_name: what the client calls itself; stored without control characters, cut to 200.
            ttl: how long it can be used, in whole seconds.
            first: the state its errand begins in.
            question: what is asked on its page, if it is not an account; sealed.

        Returns:
            The identifier for the link, which is stored nowhere, and the ticket.

        Raises:
            Refused: `text_not_storable`, the principal's names cannot be stored exactly.
        """
        identifier = mint_identifier()
        now = self._clock()
        ticket = Ticket(
            digest=digest_of(identifier),
            principal=principal,
            client_name=tidy(client_name),
            connection=connection,
            scopes=frozenset(scopes),
            errand=str(first),
            reason="",
            mismatches=0,
            created_at=now,
            expires_at=now + int(ttl.total_seconds()),
            has_question=question is not None,
        )
        sealed = None if question is None else self._sealer.seal(_binding(ticket, _QUESTION), question)
        await self._storage.write(partial(_insert, ticket, sealed))
        return identifier, ticket

    async def find(self, unverified_id: str) -> Ticket | None:
        """The ticket of a link, in any state, also when it is over. Says nothing about who may use it."""
        if not is_identifier(unverified_id):
            return None
        return await self.find_by_digest(digest_of(unverified_id))

    async def find_by_digest(self, digest: bytes) -> Ticket | None:
        """As `find`, by the digest."""

        def work(connection: Connection) -> Ticket | None:
            row = connection.execute(_FIND, {"wanted": digest}).one_or_none()
            return None if row is None else ticket_of(row)

        return await self._storage.read(work)

    async def errands_of(self, digests: Collection[bytes]) -> dict[bytes, str]:
        """Where the errands of several tickets stand, in one small read. Absent tickets are left out."""
        if not digests:
            return {}

        def work(connection: Connection) -> dict[bytes, str]:
            rows = connection.execute(_ERRANDS, {"wanted": list(digests)})
            return {row.digest: row.errand for row in rows}

        return await self._storage.read(work)

    async def move(
        self,
        digest: bytes,
        sources: Mapping[State, str],
        *,
        reason: str = "",
        even_if_expired: bool = False,
    ) -> Ticket | None:
        """Move a ticket's errand by a table of moves (`lifecycle.sources_of`); of many callers one succeeds.

        Args:
            digest: of the ticket.
            sources: each state the move may start from, with the state it leads to.
            reason: a short code that is kept with the ticket.
            even_if_expired: for the move that records the expiry.

        Returns:
            The ticket after the move, or None: it is absent, over, or somewhere else. Then nothing was
            changed.
        """
        now = self._clock()

        def work(connection: Connection) -> Ticket | None:
            return move_ticket(connection, digest, sources, now=now, reason=reason, even_if_expired=even_if_expired)

        return await self._storage.write(work)

    async def question_of(self, ticket: Ticket) -> bytes | None:
        """What the ticket asks on its page; None where it asks for an account.

        Raises:
            VaultLocked: it cannot be opened.
        """
        return await self._open(ticket, _QUESTION)

    async def answer_of(self, ticket: Ticket) -> bytes | None:
        """What was answered on its page; None where nothing was, yet.

        Raises:
            VaultLocked: it cannot be opened.
        """
        return await self._open(ticket, _ANSWER)

    async def answer(self, ticket: Ticket, sources: Mapping[State, str], answer: bytes) -> Ticket | None:
        """Move the errand of a ticket that asks something, and keep the answer, in one conditional write.

        Returns:
            As `move`; None also where the ticket asks for an account.
        """
        now = self._clock()
        sealed = self._sealer.seal(_binding(ticket, _ANSWER), answer)

        def work(connection: Connection) -> Ticket | None:
            return move_ticket(connection, ticket.digest, sources, now=now, sealed_answer=sealed)

        return await self._storage.write(work)

    async def _open(self, ticket: Ticket, field: str) -> bytes | None:
        query = select(tickets.c[field]).where(tickets.c.digest == ticket.digest)
        sealed = await self._storage.read(lambda connection: connection.scalar(query))
        return None if sealed is None else self._sealer.open(_binding(ticket, field), sealed)

    async def lapse(self, sources: Mapping[State, str], *, limit: int = 500) -> list[bytes]:
        """Move every ticket whose time is over and whose errand still stands in one of the states.

        Returns:
            The digests of at most `limit` tickets that were moved. Call again while there are as many.
        """
        moves = {str(source): str(target) for source, target in sources.items()}
        over = and_(tickets.c.expires_at <= self._clock(), tickets.c.errand.in_(sorted(moves)))
        statement = (
            update(tickets)
            .where(tickets.c.digest.in_(page_of(tickets.c.digest, over, most=limit)))
            .values(errand=case(moves, value=tickets.c.errand))
            .returning(tickets.c.digest)
        )
        return await self._storage.write(lambda connection: list(connection.scalars(statement)))

    async def count_mismatch(self, digest: bytes) -> int:
        """Note that somebody else opened the link; returns how often that has happened by now."""
        return await self._storage.write(lambda connection: connection.scalar(_COUNT_MISMATCH, {"wanted": digest}) or 0)

    async def count_open(self, owner: Owner, live: Collection[str]) -> int:
        """How many tickets of a person can still be used.

        Args:
            owner: the person.
            live: the states that count as open.
        """
        values = {"wanted": owner_key(owner), "now": self._clock(), "live": sorted(map(str, live))}
        return await self._storage.read(lambda connection: connection.scalar(_COUNT_OPEN, values) or 0)

    async def sweep(self, before: int, limit: int = 500) -> int:
        """Delete tickets that were over before a moment, with their attempts.

        Returns:
            How many were deleted, at most `limit`. Call again while it is as many.
        """
        values = {"before": before, "most": limit}
        return await self._storage.write(lambda connection: connection.execute(_SWEEP, values).rowcount)


def _binding(ticket: Ticket, field: str) -> Binding:
    return Binding("ticket", ticket.principal.owner, ticket.connection, name_of_digest(ticket.digest), field, 1)


def _insert(ticket: Ticket, sealed_question: bytes | None, connection: Connection) -> None:
    owner = ticket.principal.owner
    connection.execute(
        insert(tickets),
        {
            "digest": ticket.digest,
            "owner_key": owner_key(owner),
            **person_columns(owner),
            "client_id": exact(ticket.principal.client_id),
            "client_name": ticket.client_name,
            "connection": ticket.connection,
            "scopes": scopes_text(ticket.scopes),
            "errand": ticket.errand,
            "reason": ticket.reason,
            "mismatches": ticket.mismatches,
            "created_at": ticket.created_at,
            "expires_at": ticket.expires_at,
            "sealed_question": sealed_question,
        },
    )
