"""A quick SELECT: the same rows as SQLAlchemy reads, and the same errors."""

from __future__ import annotations

import pytest
from sqlalchemy import bindparam, insert, select, text

from elicitor.errors import Misuse
from elicitor.vault.look_up import LookUp
from elicitor.vault.tables import events, sessions
from vault.scene import Scene

pytestmark = pytest.mark.anyio

QUERY = LookUp(select(sessions).where(sessions.c.account_name == bindparam("name"), sessions.c.tenant == ""))
ROW = {
    "digest": bytes(range(32)),
    "signed_in_with": b"\x00\xff" * 16,
    "tenant": "",
    "issuer": "https://auth.example.com",
    "subject": "日本 \U0001d54b ' -- ? % :name %(name)s",
    "account_name": "Alice",
    "signed_in_at": 2**40,
    "seen_at": 0,
    "expires_at": -1,
    "closed_at": None,
}


async def test_both_ways_read_the_same_rows(scene: Scene) -> None:
    """Texts, numbers, bytes and NULL; by position, by name, and all of a row."""
    await scene.vault.storage.write(lambda connection: connection.execute(insert(sessions), ROW))
    values = {"name": "Alice"}
    (quick,) = await scene.vault.storage.look_up(QUERY, values, list)
    (usual,) = await scene.vault.storage.read(lambda c: QUERY.run_by_sqlalchemy(c, values))
    assert quick._asdict() == usual._asdict() == ROW
    assert type(quick.digest) is bytes


async def test_nothing_found_is_no_row(scene: Scene) -> None:
    """A value is a value, whatever it looks like."""
    for name in ("Bob", "' OR ''='", "%", "?", "%(name)s"):
        assert await scene.vault.storage.look_up(QUERY, {"name": name}, list) == []


async def test_an_error_is_the_ordinary_one(scene: Scene) -> None:
    """The table is gone: the same typed error as by the ordinary way, and the pool is still whole."""
    query = LookUp(select(events.c.number))
    await scene.vault.storage.write(lambda c: c.execute(text("ALTER TABLE elicitor_events RENAME TO gone")))
    for _ in range(6):
        with pytest.raises(Misuse) as refusal:
            await scene.vault.storage.look_up(query, {}, list)
        assert refusal.value.code == "storage_schema_missing"
    await scene.vault.storage.write(lambda c: c.execute(text("ALTER TABLE gone RENAME TO elicitor_events")))
    assert await scene.vault.storage.look_up(query, {}, list) == []


async def test_an_error_of_the_work_comes_out_as_it_is(scene: Scene) -> None:
    """It is no error of the database's, and runs once."""
    calls = []

    def fail(rows: object) -> None:
        calls.append(rows)
        raise KeyError("something")

    with pytest.raises(KeyError):
        await scene.vault.storage.look_up(QUERY, {"name": "Alice"}, fail)
    assert calls == [[]]
