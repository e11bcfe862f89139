"""Attempts: trips to a third party, each taken once.

The secrets of a trip (nonce, PKCE verifier, the way back) are sealed as one record that is bound to the
person, the connection and the trip. What ties the trip to a browser is stored as digests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from elicitor.clock import Clock
from elicitor.identifiers import digest_of, is_identifier, name_of_digest
from elicitor.principal import Owner
from elicitor.secret import Secret
from elicitor.vault.columns import owner_of, person_columns, scopes_of, scopes_text
from elicitor.vault.records import Attempt, AttemptDraft, Ticket
from elicitor.vault.seal import Binding, Sealer
from elicitor.vault.storage import Storage, Undo
from elicitor.vault.tables import attempts
from elicitor.vault.ticket_rows import State, move_ticket, require_same_errand

__all__ = ["Attempts", "end_attempt"]

_FIND = select(attempts).where(attempts.c.digest == bindparam("wanted"))
_TICKET_OF = select(attempts.c.ticket).where(attempts.c.digest == bindparam("wanted"))
_DROP_UNTAKEN = delete(attempts).where(
    attempts.c.ticket == bindparam("wanted"), attempts.c.taken_at.is_(None), attempts.c.ended_at.is_(None)
)
_TAKE = (
    update(attempts)
    .where(
        attempts.c.digest == bindparam("wanted"),
        attempts.c.taken_at.is_(None),
        attempts.c.ended_at.is_(None),
        attempts.c.expires_at > bindparam("now"),
    )
    .values(taken_at=bindparam("now"))
    .returning(*attempts.c)
)
_ABANDON = (
    update(attempts)
    .where(attempts.c.digest == bindparam("wanted"), attempts.c.ended_at.is_(None))
    .values(ended_at=bindparam("now"))
)
_END = (
    update(attempts)
    .where(
        attempts.c.digest == bindparam("wanted"),
        attempts.c.ticket == bindparam("for_ticket"),
        attempts.c.taken_at.is_not(None),
        attempts.c.ended_at.is_(None),
    )
    .values(ended_at=bindparam("now"), sealed=b"")
)


class Attempts:
    """The store of attempts.

    Args:
        storage: started before the first use.
        sealer: seals the secrets of a trip.
        clock: tells which trips are over.
    """

    def __init__(self, storage: Storage, sealer: Sealer, clock: Clock) -> None:
        self._storage = storage
        self._sealer = sealer
        self._clock = clock

    async def begin(self, ticket_digest: bytes, sources: Mapping[State, str], draft: AttemptDraft) -> Attempt | None:
        """Set out: move the ticket, drop its trips from which nobody came back yet, store the new one.

        Returns:
            The attempt, or None where the ticket did not move. Then nothing was changed.

        Raises:
            Misuse: `ticket_mismatch`, the ticket is another person's or for another connection.
        """
        now = self._clock()

        def work(connection: Connection) -> Attempt | None:
            ticket = move_ticket(connection, ticket_digest, sources, now=now)
            if ticket is None:
                return None
            require_same_errand(ticket, draft.owner, draft.connection)
            connection.execute(_DROP_UNTAKEN, {"wanted": ticket_digest})
            connection.execute(insert(attempts), self._row_of(ticket_digest, draft, now))
            return self._read(connection.execute(_FIND, {"wanted": draft.digest}).one())

        return await self._storage.write(work)

    async def find(self, unverified_state: str) -> Attempt | None:
        """The attempt of a `state` parameter, also when it was taken or is over.

        Raises:
            VaultLocked: its secrets cannot be opened.
        """
        if not is_identifier(unverified_state):
            return None
        wanted = {"wanted": digest_of(unverified_state)}

        def work(connection: Connection) -> Attempt | None:
            row = connection.execute(_FIND, wanted).one_or_none()
            return None if row is None else self._read(row)

        return await self._storage.read(work)

    async def take(self, digest: bytes, sources: Mapping[State, str]) -> Attempt | None:
        """Take an attempt for the exchange of its code and move its ticket; of many callers one succeeds.

        Returns:
            The attempt, or None: it was taken, has ended or is over, or its ticket could not move. Then
            nothing was changed.
        """
        now = self._clock()

        def work(connection: Connection) -> Attempt | None:
            ticket_digest = connection.scalar(_TICKET_OF, {"wanted": digest})
            if ticket_digest is None or move_ticket(connection, ticket_digest, sources, now=now) is None:
                return None
            row = connection.execute(_TAKE, {"wanted": digest, "now": now}).one_or_none()
            if row is None:
                raise Undo
            return self._read(row)

        return await self._storage.write_or_undo(work)

    async def abandon(self, digest: bytes, sources: Mapping[State, str], reason: str) -> Ticket | None:
        """End an attempt that led to nothing, taken or not, and move its ticket.

        Returns:
            The ticket after the move. None where the attempt had ended already or the ticket could not
            move; an attempt that had not ended has ended then all the same.
        """
        now = self._clock()

        def work(connection: Connection) -> Ticket | None:
            ticket_digest = connection.scalar(_TICKET_OF, {"wanted": digest})
            if ticket_digest is None:
                return None
            ticket = move_ticket(connection, ticket_digest, sources, now=now, reason=reason)
            if connection.execute(_ABANDON, {"wanted": digest, "now": now}).rowcount == 0:
                raise Undo
            return ticket

        return await self._storage.write_or_undo(work)

    def _row_of(self, ticket_digest: bytes, draft: AttemptDraft, now: int) -> dict[str, Any]:
        content = {
            "nonce": draft.nonce.reveal(),
            "verifier": draft.verifier.reveal(),
            "return_to": draft.return_to.reveal(),
        }
        binding = _binding(draft.digest, draft.owner, draft.connection)
        return {
            "digest": draft.digest,
            "ticket": ticket_digest,
            "session": draft.session,
            "flow": draft.flow,
            **person_columns(draft.owner),
            "connection": draft.connection,
            "provider_issuer": draft.issuer,
            "redirect_uri": draft.redirect_uri,
            "scopes": scopes_text(draft.scopes),
            "sealed": self._sealer.seal(binding, json.dumps(content).encode()),
            "created_at": now,
            "expires_at": draft.expires_at,
        }

    def _read(self, row: Row[Any]) -> Attempt:
        owner = owner_of(row)
        secrets = self._secrets_of(row, owner)
        return Attempt(
            digest=row.digest,
            ticket=row.ticket,
            session=row.session,
            flow=row.flow,
            owner=owner,
            connection=row.connection,
            issuer=row.provider_issuer,
            redirect_uri=row.redirect_uri,
            scopes=scopes_of(row.scopes),
            nonce=Secret(secrets.get("nonce", "")),
            verifier=Secret(secrets.get("verifier", "")),
            return_to=Secret(secrets.get("return_to", "")),
            taken_at=row.taken_at,
            ended_at=row.ended_at,
            created_at=row.created_at,
            expires_at=row.expires_at,
        )

    def _secrets_of(self, row: Row[Any], owner: Owner) -> Mapping[str, str]:
        if not row.sealed and row.ended_at is not None:
            return {}
        opened = self._sealer.open(_binding(row.digest, owner, row.connection), row.sealed)
        secrets: Mapping[str, str] = json.loads(opened)
        return secrets


def end_attempt(connection: Connection, digest: bytes, ticket_digest: bytes, now: int) -> bool:
    """End an attempt that was taken and led to a grant, and erase its secrets; False where there is none."""
    values = {"wanted": digest, "for_ticket": ticket_digest, "now": now}
    return connection.execute(_END, values).rowcount == 1


def _binding(digest: bytes, owner: Owner, connection_name: str) -> Binding:
    return Binding(
        purpose="attempt",
        owner=owner,
        connection=connection_name,
        record=name_of_digest(digest),
        field="sealed",
        version=1,
    )
