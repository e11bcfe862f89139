"""Grants: what third parties gave us for people, sealed, with the MCP clients that may use it.

A grant is read outside of transactions, once for each tool call. It changes in three ways, each one
conditional write. *Settling* stores what a trip brought. *Renewing* stores a refreshed credential: whoever
wants to refresh leases the row first, for longer than the refresh can take, and stores under that lease and
for that version only, so that a refresh that was overtaken stores nothing (fencing). *Marking* says that it
cannot be used any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, update

from elicitor.clock import Clock
from elicitor.credential import Credential
from elicitor.principal import Owner
from elicitor.vault.attempts import end_attempt
from elicitor.vault.columns import owner_key, scopes_of, scopes_text, tidy
from elicitor.vault.grant_rows import GrantContent, grant_of, seal_content
from elicitor.vault.look_up import LookUp
from elicitor.vault.records import Grant, GrantDraft, GrantStatus, Ticket
from elicitor.vault.seal import Sealer
from elicitor.vault.settling import (
    OF_OWNER,
    WITH_CLIENTS,
    allow_client,
    lock_grant,
    read_grant,
    store_grant,
)
from elicitor.vault.storage import Storage, Undo
from elicitor.vault.tables import grants
from elicitor.vault.ticket_rows import State, move_ticket, require_same_errand

__all__ = ["Grants"]

_FIND = LookUp(WITH_CLIENTS.where(*OF_OWNER))
_LEASE = (
    update(grants)
    .where(
        grants.c.id == bindparam("wanted"),
        grants.c.version == bindparam("wanted_version"),
        grants.c.status == "active",
        grants.c.lease_until <= bindparam("now"),
    )
    .values(lease_holder=bindparam("holder"), lease_until=bindparam("until"))
)
_RELEASE = (
    update(grants)
    .where(grants.c.id == bindparam("wanted"), grants.c.lease_holder == bindparam("holder"))
    .values(lease_holder="", lease_until=0)
)
_MARK = (
    update(grants)
    .where(grants.c.id == bindparam("wanted"), grants.c.version == bindparam("wanted_version"))
    .values(status=bindparam("new_status"), reason=bindparam("new_reason"), updated_at=bindparam("now"))
)
_FORGET = delete(grants).where(grants.c.id == bindparam("wanted"))


class Grants:
    """The store of grants.

    Args:
        storage: started before the first use.
        sealer: seals the credentials.
        clock: stamps changes and ends leases. Clocks of several machines must agree to a few seconds.
    """

    def __init__(self, storage: Storage, sealer: Sealer, clock: Clock) -> None:
        self._storage = storage
        self._sealer = sealer
        self._clock = clock

    async def find(self, owner: Owner, connection: str) -> Grant | None:
        """The grant of a person for a connection, whatever its status and whoever may use it.

        Raises:
            VaultLocked: it is there and cannot be opened. It stays; connecting anew replaces it.
        """
        values = {"wanted_owner": owner_key(owner), "wanted_connection": connection}

        def work(rows: Sequence[Any]) -> Grant | None:
            return grant_of(self._sealer, rows, owner, connection) if rows else None

        return await self._storage.look_up(_FIND, values, work)

    async def settle(
        self, attempt_digest: bytes, ticket_digest: bytes, sources: Mapping[State, str], draft: GrantDraft
    ) -> Grant | None:
        """End a trip well, in one commit: move its ticket, store the grant, end the attempt, erase secrets.

        The client that the ticket was made for may use the grant. Other clients keep their right to it if
        it is for the same account of the third party, and lose it if it is for another.

        Returns:
            The grant, or None where the ticket did not move or the attempt is not its own open one. Then
            nothing was stored: revoke what you have.

        Raises:
            Misuse: `ticket_mismatch`, the ticket is another person's or for another connection.
        """
        now = self._clock()

        def work(database: Connection) -> Grant | None:
            ticket = move_ticket(database, ticket_digest, sources, now=now)
            if ticket is None:
                return None
            require_same_errand(ticket, draft.owner, draft.connection)
            if not end_attempt(database, attempt_digest, ticket_digest, now):
                raise Undo
            return store_grant(database, self._sealer, draft, ticket.principal.client_id, now)

        return await self._storage.write_or_undo(work)

    async def agree(
        self,
        ticket_digest: bytes,
        sources: Mapping[State, str],
        owner: Owner,
        connection: str,
        client_id: str,
    ) -> Grant | None:
        """Let one more client use a grant, and end its ticket, in one commit.

        Returns:
            The grant, or None where the ticket did not move or there is no active grant with its scopes. Then
            nothing was changed.

        Raises:
            Misuse: `ticket_mismatch`, the ticket is another person's or for another connection.
            VaultLocked: the grant cannot be opened; nothing was changed.
        """
        now = self._clock()

        def work(database: Connection) -> Grant | None:
            ticket = move_ticket(database, ticket_digest, sources, now=now)
            if ticket is None:
                return None
            require_same_errand(ticket, owner, connection)
            row = lock_grant(database, owner, connection)
            if row is None or not _serves(row, ticket):
                raise Undo
            allow_client(database, row.id, client_id, now)
            return read_grant(database, self._sealer, owner, connection)

        return await self._storage.write_or_undo(work)

    async def lease(self, grant_id: str, version: int, holder: str, seconds: int) -> bool:
        """Take the right to refresh a grant, for so many seconds. Of many callers one succeeds.

        Args:
            grant_id: of the grant.
            version: of the grant as it was read; a newer one means that somebody else has refreshed it.
            holder: a new random name, for this one refresh.
            seconds: longer than the refresh can take, by a second at least: times are whole seconds.

        Returns:
            False where the lease is taken, the grant has changed, or it is not active any more.
        """
        now = self._clock()
        values = {
            "wanted": grant_id,
            "wanted_version": version,
            "now": now,
            "holder": holder,
            "until": now + seconds,
        }
        return await self._storage.write(lambda database: database.execute(_LEASE, values).rowcount == 1)

    async def renew(
        self, grant: Grant, holder: str, credential: Credential, *, scopes: frozenset[str] | None = None
    ) -> Grant | None:
        """Store a refreshed credential, raise the version and give the lease back.

        A lease that ran out but that nobody took since still counts: what the provider gave is worth keeping.

        Args:
            grant: as it was read before the refresh.
            holder: who took the lease.
            credential: what the provider gave, whole: also what it left as it was.
            scopes: what the provider says is granted now; None where it said nothing.

        Returns:
            The grant, or None where the lease was lost or the grant has changed. Then nothing was stored.
        """
        now = self._clock()
        content = GrantContent(credential, grant.account_id, grant.account_name)
        changes = seal_content(
            self._sealer,
            content,
            grant_id=grant.id,
            owner=grant.owner,
            connection_name=grant.connection,
            version=grant.version + 1,
        )
        changes |= {"lease_holder": "", "lease_until": 0, "updated_at": now}
        if scopes is not None:
            changes["scopes"] = scopes_text(scopes)
        held = (
            grants.c.id == grant.id,
            grants.c.version == grant.version,
            grants.c.lease_holder == holder,
            grants.c.lease_until > 0,  # the empty name of no holder holds nothing
        )

        def work(database: Connection) -> Grant | None:
            if database.execute(update(grants).where(*held).values(**changes)).rowcount == 0:
                return None
            return read_grant(database, self._sealer, grant.owner, grant.connection)

        return await self._storage.write(work)

    async def release(self, grant_id: str, holder: str) -> None:
        """Give a lease back without having refreshed. Does nothing where it is somebody else's by now."""
        values = {"wanted": grant_id, "holder": holder}
        await self._storage.write(lambda database: database.execute(_RELEASE, values).rowcount)

    async def mark(self, grant_id: str, version: int, status: GrantStatus, reason: str) -> bool:
        """Set the status of a grant, if it is still the version that was found wanting.

        Args:
            grant_id: of the grant.
            version: of the grant that was found wanting.
            status: what it is now.
            reason: a short code for the operator.

        Returns:
            False where the grant has changed or is gone; what was found does not hold for what is there now.
        """
        values = {
            "wanted": grant_id,
            "wanted_version": version,
            "new_status": status,
            "new_reason": tidy(reason),
            "now": self._clock(),
        }
        return await self._storage.write(lambda database: database.execute(_MARK, values).rowcount == 1)

    async def forget(self, owner: Owner, connection: str) -> Grant | None:
        """Delete a grant, and return what was there, so that it can be revoked.

        Raises:
            VaultLocked: it cannot be opened, so it could not be revoked either. It stays.
        """

        def work(database: Connection) -> Grant | None:
            row = lock_grant(database, owner, connection)
            if row is None:
                return None
            grant = read_grant(database, self._sealer, owner, connection)
            database.execute(_FORGET, {"wanted": row.id})
            return grant

        return await self._storage.write(work)


def _serves(row: Row[Any], ticket: Ticket) -> bool:
    return row.status == "active" and scopes_of(row.scopes) >= ticket.scopes
