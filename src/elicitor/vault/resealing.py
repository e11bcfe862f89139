"""Retiring a key: seals anew what an older key sealed, and counts what no key of the ring opens.

Attempts are left out: they live for minutes.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from elicitor.errors import VaultLocked
from elicitor.vault.columns import owner_of
from elicitor.vault.grant_rows import open_content, seal_content
from elicitor.vault.seal import Sealer
from elicitor.vault.storage import Storage
from elicitor.vault.tables import grants

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
        """How many grants no key of the ring opens. They open again when their key comes back."""
        locked = select(func.count()).select_from(grants).where(grants.c.key_name.not_in(self._sealer.key_names))
        return await self._storage.read(lambda database: database.scalar(locked) or 0)

    async def run(self) -> int:
        """Seal anew every grant that an older key of the ring sealed; content and version stay the same.

        May be stopped at any time and run again. What cannot be opened is left as it is.

        Returns:
            How many were sealed anew.
        """
        done, last = 0, ""
        while True:
            page = await self._storage.write(lambda database: self._page(database, last))  # noqa: B023
            if not page:
                return done
            done += sum(page.values())
            last = max(page)

    def _page(self, database: Connection, after: str) -> dict[str, bool]:
        older = self._sealer.key_names[1:]
        rows = database.execute(
            select(grants)
            .where(grants.c.key_name.in_(older), grants.c.id > after)
            .order_by(grants.c.id)
            .limit(_PAGE)
            .with_for_update()
        ).all()
        return {row.id: self._reseal(database, row) for row in rows}

    def _reseal(self, database: Connection, row: Row[Any]) -> bool:
        try:
            content = open_content(self._sealer, row, owner_of(row), row.connection)
        except VaultLocked:
            return False
        changes = seal_content(
            self._sealer,
            content,
            grant_id=row.id,
            owner=owner_of(row),
            connection_name=row.connection,
            version=row.version,
        )
        database.execute(update(grants).where(grants.c.id == row.id).values(**changes))
        return True
