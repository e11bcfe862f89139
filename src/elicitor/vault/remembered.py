"""Answers that a person let us keep, by name; sealed like a grant: bound to the person, the name and the version."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from elicitor.clock import Clock
from elicitor.errors import Misuse
from elicitor.identifiers import mint_identifier
from elicitor.principal import Owner
from elicitor.vault.columns import owner_key, person_columns
from elicitor.vault.records import Remembered
from elicitor.vault.seal import Binding, Sealer
from elicitor.vault.statements import insert_unless_taken
from elicitor.vault.storage import Storage
from elicitor.vault.tables import remembered

__all__ = ["RememberedAnswers"]

_LONGEST_NAME = 200

_OF_OWNER = remembered.c.owner_key == bindparam("owner")
_FIND = select(remembered).where(_OF_OWNER, remembered.c.name == bindparam("wanted"))
_LIST = select(remembered.c.name, remembered.c.updated_at).where(_OF_OWNER).order_by(remembered.c.name)
_ERASE = delete(remembered).where(_OF_OWNER, remembered.c.name == bindparam("wanted"))


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
            VaultLocked: it cannot be opened; it is left as it is.
        """
        values = _wanted(owner, name)
        row = await self._storage.read(lambda connection: connection.execute(_FIND, values).one_or_none())
        return None if row is None else self._sealer.open(_binding(owner, name, row), row.sealed)

    async def put(self, owner: Owner, name: str, value: bytes) -> None:
        """Keep something, in place of what was kept under the name.

        Raises:
            Misuse: `name_malformed`.
            Refused: `text_not_storable`.
        """
        values = _wanted(owner, name)
        now = self._clock()

        def work(connection: Connection) -> None:
            fresh = {
                "id": mint_identifier(),
                **person_columns(owner),
                "owner_key": values["owner"],
                "name": name,
                "version": 0,
                "key_name": "",
                "sealed": b"",
                "updated_at": now,
            }
            insert_unless_taken(connection, remembered, fresh)
            row = connection.execute(_FIND.with_for_update(), values).one()
            version = row.version + 1
            sealed = self._sealer.seal(_binding(owner, name, row, version), value)
            changes = {
                "version": version,
                "sealed": sealed,
                "key_name": self._sealer.key_names[0],
                "updated_at": now,
            }
            connection.execute(update(remembered).where(remembered.c.id == row.id).values(**changes))

        await self._storage.write(work)

    async def erase(self, owner: Owner, name: str) -> bool:
        """Forget; whether there was something."""
        values = _wanted(owner, name)
        return await self._storage.write(lambda connection: connection.execute(_ERASE, values).rowcount == 1)

    async def list(self, owner: Owner) -> list[Remembered]:
        """What is kept of a person, by name; not what was answered."""
        values = {"owner": owner_key(owner)}
        rows = await self._storage.read(lambda connection: connection.execute(_LIST, values).all())
        return [Remembered(row.name, row.updated_at) for row in rows]


def _wanted(owner: Owner, name: str) -> dict[str, Any]:
    if not (0 < len(name) <= _LONGEST_NAME and name.isprintable()):
        raise Misuse(
            "name_malformed", f"An answer is kept under a name of 1 to {_LONGEST_NAME} characters that can be printed."
        )
    return {"owner": owner_key(owner), "wanted": name}


def _binding(owner: Owner, name: str, row: Any, version: int | None = None) -> Binding:
    return Binding("remembered", owner, name, row.id, "sealed", row.version if version is None else version)
