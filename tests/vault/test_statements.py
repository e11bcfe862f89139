"""Inserting a row unless its key is taken."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, func, select

from elicitor.errors import Misuse
from elicitor.vault.statements import Insertion, insert_unless_taken
from elicitor.vault.tables import sessions
from vault.scene import Scene
from vault.test_look_up import ROW

pytestmark = pytest.mark.anyio


async def test_the_first_row_of_a_key_is_inserted_and_no_other(scene: Scene) -> None:
    """The primary key and any other unique one; the transaction goes on after a refusal."""

    def work(connection: Connection) -> list[bool]:
        rows = [
            ROW,
            ROW,
            ROW | {"digest": b"d" * 32},
            ROW | {"signed_in_with": b"s" * 32},
            ROW | {"digest": b"d" * 32, "signed_in_with": b"s" * 32},
        ]
        return [insert_unless_taken(connection, sessions, row) for row in rows]

    assert await scene.vault.storage.write(work) == [True, False, False, False, True]
    count = select(func.count()).select_from(sessions)
    assert await scene.vault.storage.read(lambda connection: connection.scalar(count)) == 2


async def test_the_quick_way_inserts_the_same(scene: Scene) -> None:
    """By the driver and the ordinary way: every kind of value, and each sees what the other inserted."""
    insertion, storage = Insertion(sessions), scene.vault.storage
    other = ROW | {"digest": b"d" * 32, "signed_in_with": b"s" * 32, "closed_at": 7}
    assert await storage.insert(insertion, ROW)
    assert not await storage.insert(insertion, ROW | {"digest": b"e" * 32})
    assert not await storage.write(lambda c: insertion.run_by_sqlalchemy(c, ROW))
    assert await storage.write(lambda c: insertion.run_by_sqlalchemy(c, other))
    assert not await storage.insert(insertion, other)
    rows = await storage.read(lambda c: c.execute(select(sessions).order_by(sessions.c.signed_in_at)).mappings().all())
    assert sorted(map(dict, rows), key=lambda row: row["closed_at"] or 0) == [ROW, other]


async def test_a_value_that_does_not_fit_is_the_ordinary_error(scene: Scene) -> None:
    """NULL where there must be something; nothing is inserted, and the pool is still whole."""
    insertion = Insertion(sessions)
    for _ in range(6):
        with pytest.raises(Misuse):
            await scene.vault.storage.insert(insertion, ROW | {"subject": None})
    assert await scene.vault.storage.insert(insertion, ROW)
