"""Answers that a person let us keep, by name; sealed like a grant: bound to the person, the name and the version.

They are never swept: they end when the person or the operator ends them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from elicitor.clock import Clock
from elicitor.errors import Misuse
from elicitor.identifiers import mint_identifier
from elicitor.principal import Owner
from elicitor.vault.columns import owner_key, person_columns
from elicitor.vault.look_up import LookUp
from elicitor.vault.records import Remembered
from elicitor.vault.remembered_rows import open_value, seal_value
from elicitor.vault.seal import Sealer
from elicitor.vault.statements import insert_unless_taken
from elicitor.vault.storage import Storage
from elicitor.vault.tables import remembered

__all__ = ["RememberedAnswers"]

_LONGEST_NAME = 200

_OF_OWNER = remembered.c.owner_key == bindparam("owner")
_OF_NAME = (_OF_OWNER, remembered.c.name == bindparam("wanted"))
_FIND = LookUp(select(remembered.c.id, remembered.c.version, remembered.c.sealed).where(*_OF_NAME))
_LOCK = select(remembered.c.id, remembered.c.version).where(*_OF_NAME).with_for_update()
_LIST = select(remembered.c.name, remembered.c.updated_at).where(_OF_OWNER).order_by(remembered.c.name)
_ERASE = delete(remembered).where(*_OF_NAME)


class RememberedAnswers:
    """The store of kept answers.

    Args:
        storage: started before the first use.
        sealer: seals them.
        clock: stamps them.
    """

    def __init__(self, storage: Storage, sealer: Sealer, clock: Clock) -> None:
        self._storage = storage
        self._sealer = sealer
        self._clock = clock

    async def find(self, owner: Owner, name: str) -> bytes | None:
        """What is kept under a name.

        Raises:
            Misuse: `name_malformed`.
            VaultLocked: it cannot be opened. It stays; `put` replaces it, `erase` deletes it.
        """

        def work(rows: Sequence[Any]) -> bytes | None:
            return open_value(self._sealer, rows[0], owner, name) if rows else None

        return await self._storage.look_up(_FIND, _wanted(owner, name), work)

    async def put(self, owner: Owner, name: str, value: bytes) -> None:
        """Keep something, in place of what was kept under the name.

        Raises:
            Misuse: `name_malformed`.
            Refused: `text_not_storable`.
        """
        values = _wanted(owner, name)
        now = self._clock()

        def work(connection: Connection) -> None:
            while True:
                row = connection.execute(_LOCK, values).one_or_none()
                if row is not None:
                    changes = self._changes(value, row.id, owner, name, version=row.version + 1, now=now)
                    connection.execute(update(remembered).where(remembered.c.id == row.id).values(**changes))
                    return
                if insert_unless_taken(connection, remembered, self._new_row(owner, name, value, now)):
                    return
                # Somebody inserted it a moment ago, and may erase it in the next: look again.

        await self._storage.write(work)

    async def erase(self, owner: Owner, name: str) -> bool:
        """Forget; whether there was something, even if nobody could open it."""
        values = _wanted(owner, name)
        return await self._storage.write(lambda connection: connection.execute(_ERASE, values).rowcount == 1)

    async def list(self, owner: Owner) -> list[Remembered]:
        """What is kept of a person, by name; not what was answered. What is locked is in it too."""
        values = {"owner": owner_key(owner)}
        rows = await self._storage.read(lambda connection: connection.execute(_LIST, values).all())
        return [Remembered(row.name, row.updated_at) for row in rows]

    def _new_row(self, owner: Owner, name: str, value: bytes, now: int) -> dict[str, Any]:
        row_id = mint_identifier()
        return {
            "id": row_id,
            **person_columns(owner),
            "owner_key": owner_key(owner),
            "name": name,
            **self._changes(value, row_id, owner, name, version=1, now=now),
        }

    def _changes(self, value: bytes, row_id: str, owner: Owner, name: str, *, version: int, now: int) -> dict[str, Any]:
        sealed = seal_value(self._sealer, value, row_id=row_id, owner=owner, name=name, version=version)
        return {**sealed, "updated_at": now}


def _wanted(owner: Owner, name: str) -> dict[str, Any]:
    if not (0 < len(name) <= _LONGEST_NAME and name.isprintable()):
        raise Misuse(
            "name_malformed", f"An answer is kept under a name of 1 to {_LONGEST_NAME} characters that can be printed."
        )
    return {"owner": owner_key(owner), "wanted": name}
