"""What may be used once: a digest that is written down here was used, and whoever comes second is told so.

This is paid at each retry of a call, so it is one INSERT, run by the driver, which is its own transaction.
"""

from __future__ import annotations

from sqlalchemy import bindparam, delete

from elicitor.vault.statements import Insertion
from elicitor.vault.storage import Storage
from elicitor.vault.sweeping import page_of
from elicitor.vault.tables import spent

__all__ = ["Spent"]

_SPEND = Insertion(spent)
_SWEEP = delete(spent).where(
    spent.c.digest.in_(
        page_of(
            spent.c.digest,
            spent.c.keep_until <= bindparam("before"),
            most=bindparam("most"),
            oldest_first=spent.c.keep_until,
        )
    )
)


class Spent:
    """The store of single uses.

    Args:
        storage: started before the first use.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def spend(self, digest: bytes, keep_until: int) -> bool:
        """Use something up. Of many callers, in all programs on the database, one is told True.

        Args:
            digest: 32 bytes that name what is used, and tell nothing else about it.
            keep_until: the first second at which what is used is refused by its age alone, as every program's
                clock has it; from then on it may be forgotten here.

        Returns:
            False where it was used before.

        Raises:
            Misuse, NotReady: the database cannot be used. Refuse: it may have been used, by this very call.
        """
        return await self._storage.insert(_SPEND, {"digest": digest, "keep_until": keep_until})

    async def sweep(self, before: int, limit: int = 500) -> int:
        """Forget what need not be kept any more.

        Returns:
            How many rows were deleted, at most `limit`. Call again while it is as many.
        """
        values = {"before": before, "most": limit}
        return await self._storage.write(lambda connection: connection.execute(_SWEEP, values).rowcount)
