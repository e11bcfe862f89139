"""Storing a grant where there may be one already, inside a transaction that is open.

Two trips of one person may end at the same moment. The row is locked if it is there and inserted if it is
not; whoever inserts second finds it there after all, and looks again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, select, update

from elicitor.errors import VaultLocked
from elicitor.identifiers import mint_identifier
from elicitor.principal import Owner
from elicitor.vault.columns import exact, key_of, owner_key, person_columns, scopes_text
from elicitor.vault.grant_rows import GrantContent, grant_of, open_content, seal_content
from elicitor.vault.records import Grant, GrantDraft
from elicitor.vault.seal import Sealer
from elicitor.vault.statements import insert_unless_taken
from elicitor.vault.tables import grant_clients, grants

__all__ = ["OF_OWNER", "WITH_CLIENTS", "allow_client", "lock_grant", "read_grant", "store_grant"]

_ONLY_ACCOUNT = ""
"""The name of an owner's one account at a connection, while there is only one."""

OF_OWNER = (
    grants.c.owner_key == bindparam("wanted_owner"),
    grants.c.connection == bindparam("wanted_connection"),
    grants.c.account == _ONLY_ACCOUNT,
)
WITH_CLIENTS = select(grants, grant_clients.c.client_id).select_from(
    grants.outerjoin(grant_clients, grant_clients.c.grant_id == grants.c.id)
)
_READ = WITH_CLIENTS.where(*OF_OWNER)
_LOCK = select(grants).where(*OF_OWNER).with_for_update()
_DROP_CLIENTS = delete(grant_clients).where(grant_clients.c.grant_id == bindparam("wanted"))


def lock_grant(database: Connection, owner: Owner, connection: str) -> Row[Any] | None:
    """The row of a grant, which nobody else can change until the transaction ends."""
    values = {"wanted_owner": owner_key(owner), "wanted_connection": connection}
    return database.execute(_LOCK, values).one_or_none()


def read_grant(database: Connection, sealer: Sealer, owner: Owner, connection: str) -> Grant:
    """A grant that is known to be there.

    Raises:
        VaultLocked: it cannot be opened.
    """
    values = {"wanted_owner": owner_key(owner), "wanted_connection": connection}
    return grant_of(sealer, database.execute(_READ, values).all(), owner, connection)


def allow_client(database: Connection, grant_id: str, client_id: str, now: int) -> None:
    """Let a client use a grant, if it may not already."""
    values = {
        "grant_id": grant_id,
        "client_key": key_of(client_id),
        "client_id": exact(client_id),
        "agreed_at": now,
    }
    insert_unless_taken(database, grant_clients, values)


def store_grant(database: Connection, sealer: Sealer, draft: GrantDraft, client_id: str, now: int) -> Grant:
    """Store what a third party gave: in place of what was there, or as the first."""
    while True:
        row = lock_grant(database, draft.owner, draft.connection)
        grant_id = _insert(database, sealer, draft, now) if row is None else row.id
        if grant_id is None:
            continue  # somebody inserted it a moment ago
        if row is not None:
            _replace(database, sealer, row, draft, now)
        allow_client(database, grant_id, client_id, now)
        return read_grant(database, sealer, draft.owner, draft.connection)


def _insert(database: Connection, sealer: Sealer, draft: GrantDraft, now: int) -> str | None:
    grant_id = mint_identifier()
    values = {
        "id": grant_id,
        "owner_key": owner_key(draft.owner),
        **person_columns(draft.owner),
        "connection": draft.connection,
        "account": _ONLY_ACCOUNT,
        "created_at": now,
        **_changes(sealer, draft, grant_id, 1, now),
    }
    inserted = insert_unless_taken(database, grants, values)
    return grant_id if inserted else None


def _replace(database: Connection, sealer: Sealer, row: Row[Any], draft: GrantDraft, now: int) -> None:
    if not _is_same_account(sealer, row, draft):
        # The other clients were allowed to use another account than this one.
        database.execute(_DROP_CLIENTS, {"wanted": row.id})
    changes = _changes(sealer, draft, row.id, row.version + 1, now)
    database.execute(update(grants).where(grants.c.id == row.id).values(**changes))


def _is_same_account(sealer: Sealer, row: Row[Any], draft: GrantDraft) -> bool:
    try:
        content = open_content(sealer, row, draft.owner, draft.connection)
    except VaultLocked:
        return False  # nobody can tell, so the other clients have to ask again
    return content.account_id == draft.account_id


def _changes(sealer: Sealer, draft: GrantDraft, grant_id: str, version: int, now: int) -> dict[str, Any]:
    content = GrantContent(draft.credential, draft.account_id, draft.account_name)
    return {
        **seal_content(
            sealer,
            content,
            grant_id=grant_id,
            owner=draft.owner,
            connection_name=draft.connection,
            version=version,
        ),
        "scopes": scopes_text(draft.scopes),
        "status": "active",
        "reason": "",
        "lease_holder": "",
        "lease_until": 0,
        "updated_at": now,
    }
