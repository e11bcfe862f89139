"""What is good for one use: the digest of it is written down when it is used."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, select

from elicitor.vault.statements import insert_unless_taken
from elicitor.vault.storage import Storage
from elicitor.vault.tables import spent

__all__ = ["Spent"]

_SWEEP = delete(spent).where(
    spent.c.digest.in_(
        select(spent.c.digest)
        .where(spent.c.keep_until < bindparam("before"))
        .order_by(spent.c.keep_until)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True)
    )
)


class Spent:
    """The store of what was used.

    Args:
        storage: started before the first use.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def spend(self, digest: bytes, keep_until: int) -> bool:
        """Use something; of many callers one succeeds.

        Args:
            digest: names it.
            keep_until: epoch seconds, later than anybody could bring it back.
        """
        values = {"digest": digest, "keep_until": keep_until}
        return await self._storage.write(lambda connection: insert_unless_taken(connection, spent, values))

    async def sweep(self, before: int, limit: int = 500) -> int:
        """Forget what nobody can bring back any more; returns how many rows, at most `limit`."""
        values = {"before": before, "most": limit}

        def work(connection: Connection) -> int:
            return connection.execute(_SWEEP, values).rowcount

        return await self._storage.write(work)
