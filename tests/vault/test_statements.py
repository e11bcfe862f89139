"""Inserting a row unless its key is taken."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, func, select

from elicitor.vault.statements import insert_unless_taken
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
