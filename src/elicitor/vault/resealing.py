"""Retiring a key: seals anew what an older key sealed, and counts what no key of the ring opens.

Grants and kept answers are, because they stay. Attempts, the questions and answers of tickets, and results of
effects are left out: they live for minutes, or as long as a call can be tried again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Row, Table, func, select, update

from elicitor.errors import VaultLocked
from elicitor.vault.columns import owner_of
from elicitor.vault.grant_rows import open_content, seal_content
from elicitor.vault.remembered_rows import open_value, seal_value
from elicitor.vault.seal import Sealer
from elicitor.vault.storage import Storage
from elicitor.vault.tables import grants, remembered

__all__ = ["Resealing"]

_PAGE = 100


class Resealing:
    """What an operator does with stored records when keys change.

    Args:
        storage: started before the first use.
        sealer: with the new key first, and the old one behind it.
    """

    def __init__(self, storage: Storage, sealer: Sealer) -> None:
        self._storage = storage
        self._sealer = sealer

    async def count_locked(self) -> int:
        """How many grants and kept answers no key of the ring opens. With their key back they open again."""

        def work(database: Connection) -> int:
            return sum(database.scalar(self._counting_locked(table)) or 0 for table in _RESEALED)

        return await self._storage.read(work)

    async def run(self) -> int:
        """Seal anew everything that an older key of the ring sealed; content and version stay the same.

        May be stopped at any time and run again. What cannot be opened is left as it is.

        Returns:
            How many were sealed anew.
        """
        return sum([await self._run(table) for table in _RESEALED])

    def _counting_locked(self, table: Table) -> Any:
        return select(func.count()).select_from(table).where(table.c.key_name.not_in(self._sealer.key_names))

    async def _run(self, table: Table) -> int:
        done, last = 0, ""
        while True:
            page = await self._storage.write(lambda database: self._page(database, table, last))  # noqa: B023
            if not page:
                return done
            done += sum(page.values())
            last = max(page)

    def _page(self, database: Connection, table: Table, after: str) -> dict[str, bool]:
        older = self._sealer.key_names[1:]
        rows = database.execute(
            select(table)
            .where(table.c.key_name.in_(older), table.c.id > after)
            .order_by(table.c.id)
            .limit(_PAGE)
            .with_for_update()
        ).all()
        return {row.id: self._reseal(database, table, row) for row in rows}

    def _reseal(self, database: Connection, table: Table, row: Row[Any]) -> bool:
        try:
            changes = _RESEALED[table](self._sealer, row)
        except VaultLocked:
            return False
        database.execute(update(table).where(table.c.id == row.id).values(**changes))
        return True


def _reseal_grant(sealer: Sealer, row: Row[Any]) -> dict[str, Any]:
    owner = owner_of(row)
    content = open_content(sealer, row, owner, row.connection)
    return seal_content(
        sealer, content, grant_id=row.id, owner=owner, connection_name=row.connection, version=row.version
    )


def _reseal_remembered(sealer: Sealer, row: Row[Any]) -> dict[str, Any]:
    owner = owner_of(row)
    value = open_value(sealer, row, owner, row.name)
    return seal_value(sealer, value, row_id=row.id, owner=owner, name=row.name, version=row.version)


_RESEALED: dict[Table, Callable[[Sealer, Row[Any]], dict[str, Any]]] = {
    grants: _reseal_grant,
    remembered: _reseal_remembered,
}
