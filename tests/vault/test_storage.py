"""The door to the database: what it promises, and what it says when the database is in trouble."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from sqlalchemy import Connection, select, text

from elicitor.errors import ElicitorError, Misuse, NotReady
from elicitor.vault import engines
from elicitor.vault.look_up import LookUp
from elicitor.vault.statements import Insertion
from elicitor.vault.storage import Storage, Undo
from elicitor.vault.tables import events, spent
from support.postgres import PostgresServer, running_postgres

pytestmark = pytest.mark.anyio

COUNT = text("SELECT count(*) FROM elicitor_events")
NUMBERS = LookUp(select(events.c.number))
ONCE = Insertion(spent)
INSERT = text("INSERT INTO elicitor_events (at, code, severity, reference, facts) VALUES (1, 'x', 'info', '', '{}')")


def count(connection: Connection) -> int:
    """How many rows there are."""
    number: int = connection.scalar(COUNT)
    return number


def insert(connection: Connection) -> None:
    """One row more."""
    connection.execute(INSERT)


def modes_of(directory: Path) -> dict[str, int]:
    """The files of a directory, and who may do what with them."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}


@pytest.fixture
async def storage(database_url: str, anyio_backend: str) -> AsyncIterator[Storage]:
    """A started storage, of each kind."""
    storage = Storage(database_url)
    await storage.start()
    yield storage
    await storage.close()


async def refusal_of_start(url: str) -> ElicitorError:
    """The error with which a storage does not start."""
    with pytest.raises(Misuse) as refusal:
        await Storage(url).start()
    return refusal.value


async def test_what_is_written_is_read(storage: Storage) -> None:
    """The ordinary way, in threads that are not the event loop's."""
    await storage.write(insert)
    assert await storage.read(count) == 1
    assert await storage.read(lambda _: threading.get_ident()) != threading.get_ident()


async def test_an_error_in_a_write_takes_all_of_it_back(storage: Storage) -> None:
    """The error comes out as it is, and nothing is half done."""

    def fail(connection: Connection) -> None:
        insert(connection)
        raise KeyError("something")

    with pytest.raises(KeyError):
        await storage.write(fail)
    assert await storage.read(count) == 0
    await storage.write(insert)
    assert await storage.read(count) == 1


async def test_undo_takes_a_write_back_and_gives_none(storage: Storage) -> None:
    """For work that finds late that it has lost; other results come through."""

    def lose(connection: Connection) -> int:
        insert(connection)
        raise Undo

    assert await storage.write_or_undo(lose) is None
    assert await storage.read(count) == 0
    assert await storage.write_or_undo(count) == 0


async def test_a_cancelled_caller_waits_for_the_end_of_the_write(storage: Storage) -> None:
    """No thread is left behind in the middle of a transaction."""
    inside = threading.Event()

    def slow(connection: Connection) -> None:
        insert(connection)
        inside.set()
        connection.execute(COUNT)

    async with anyio.create_task_group() as group:
        group.start_soon(storage.write, slow)
        await anyio.to_thread.run_sync(inside.wait)
        group.cancel_scope.cancel()
    assert await storage.read(count) == 1


async def test_many_write_at_once_and_none_is_lost(storage: Storage) -> None:
    """They queue; nobody is told that the database is locked."""

    async def add_ten() -> None:
        for _ in range(10):
            await storage.write(insert)
            await storage.read(count)

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(add_ten)
    assert await storage.read(count) == 200


async def test_a_storage_is_used_between_start_and_close_only(database_url: str) -> None:
    """Before and after it says so; started again it is as it was."""
    storage = Storage(database_url)
    for _ in range(2):
        for use in (storage.read(count), storage.write(insert)):
            with pytest.raises(Misuse) as refusal:
                await use
            assert refusal.value.code == "storage_not_started"
        await storage.start()
        await storage.start()
        await storage.write(insert)
        await storage.close()
        await storage.close()
    await storage.start()
    assert await storage.read(count) == 2
    await storage.close()


async def test_closing_waits_for_the_work_that_is_under_way(database_url: str) -> None:
    """A reader and a writer are still at it; both end well, and only then is the storage closed."""
    storage, ended = Storage(database_url), []
    await storage.start()
    inside, go_on = threading.Barrier(3), threading.Event()

    def linger(connection: Connection) -> None:
        inside.wait()
        go_on.wait()
        ended.append(count(connection))

    async with anyio.create_task_group() as group:
        group.start_soon(storage.read, linger)
        group.start_soon(storage.write, linger)
        await anyio.to_thread.run_sync(inside.wait)
        group.start_soon(storage.close)
        await anyio.lowlevel.checkpoint()
        assert ended == []
        go_on.set()
    assert ended == [0, 0]
    await storage.start()
    assert await storage.read(count) == 0
    await storage.close()


@pytest.mark.parametrize("anyio_backend", ["trio"])
async def test_it_runs_under_trio(sqlite_url: str) -> None:
    """Nothing in the room belongs to one kind of event loop."""
    storage = Storage(sqlite_url)
    await storage.start()
    await storage.write(insert)
    assert await storage.look_up(NUMBERS, {}, len) == 1
    await storage.close()


async def test_several_storages_start_on_an_empty_database_at_once(database_url: str) -> None:
    """The tables are made once, and all can use them."""
    storages = [Storage(database_url) for _ in range(6)]
    async with anyio.create_task_group() as group:
        for storage in storages:
            group.start_soon(storage.start)
    for storage in storages:
        await storage.write(insert)
    assert [await storage.read(count) for storage in storages] == [6] * 6
    for storage in storages:
        await storage.close()


@pytest.mark.requirement("ID-3")
async def test_the_files_of_sqlite_are_private(tmp_path: Path) -> None:
    """The database and the files that SQLite puts beside it."""
    storage = Storage(f"sqlite:///{tmp_path}/vault.db")
    await storage.start()
    await storage.write(insert)
    modes = modes_of(tmp_path)
    assert modes == {"vault.db": 0o600, "vault.db-wal": 0o600, "vault.db-shm": 0o600}
    await storage.close()


async def test_a_missing_directory_stops_the_start(tmp_path: Path) -> None:
    """With the directory the same URL starts."""
    url = f"sqlite:///{tmp_path}/missing/vault.db"
    assert (await refusal_of_start(url)).code == "storage_directory_missing"
    (tmp_path / "missing").mkdir()
    storage = Storage(url)
    await storage.start()
    await storage.close()


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """Somebody's letters are not overwritten."""
    path = tmp_path / "letters.txt"
    path.write_text("Dear Bob, " * 1000)
    error = await refusal_of_start(f"sqlite:///{path}")
    assert error.code == "storage_not_a_database"
    assert path.read_text() == "Dear Bob, " * 1000


async def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    """Its revision is one that this program does not know."""
    storage = Storage(database_url)
    await storage.start()
    await storage.write(lambda connection: connection.execute(text("UPDATE elicitor_schema SET version_num = '9999'")))
    await storage.close()
    error = await refusal_of_start(database_url)
    assert (error.code, error.evidence["revision"]) == ("schema_newer", "9999")


async def test_an_insertion_is_a_transaction_by_itself(storage: Storage) -> None:
    """It is committed when it is answered, says when it was there before, and runs beside everything else."""
    row = {"digest": b"1" * 32, "keep_until": 1}
    told = []

    async def once() -> None:
        told.append(await storage.insert(ONCE, row))

    async with anyio.create_task_group() as group:
        for _ in range(10):
            group.start_soon(once)
            group.start_soon(storage.write, insert)
            group.start_soon(storage.read, count)
    assert sorted(told) == [False] * 9 + [True]
    assert await storage.read(lambda c: c.scalar(text("SELECT count(*) FROM elicitor_spent"))) == 1
    assert await storage.read(count) == 10


async def test_tables_that_vanish_are_said_to_be_gone(storage: Storage) -> None:
    """In a read, a write and a quick look-up: no error of the database's own comes out."""
    await storage.write(lambda connection: connection.execute(text("DROP TABLE elicitor_events")))
    for use in (storage.read(count), storage.write(insert), storage.look_up(NUMBERS, {}, len)):
        with pytest.raises(Misuse) as refusal:
            await use
        assert refusal.value.code == "storage_schema_missing"


async def test_a_database_that_others_hold_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some waiting, and only while they hold it."""
    monkeypatch.setattr(engines, "_BUSY_SECONDS", 0.05)
    storage = Storage(f"sqlite:///{tmp_path}/vault.db")
    await storage.start()
    other = sqlite3.connect(tmp_path / "vault.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotReady) as refusal:
        await storage.write(insert)
    assert refusal.value.code == "storage_busy"
    assert await storage.read(count) == 0
    other.execute("ROLLBACK")
    other.close()
    await storage.write(insert)
    await storage.close()


async def test_a_full_disk_is_said_and_tears_nothing(tmp_path: Path) -> None:
    """The file may not grow: a write fails whole, reading goes on, and with room it goes on."""
    storage = Storage(f"sqlite:///{tmp_path}/vault.db")
    await storage.start()
    await storage.write(insert)
    big = text(
        "INSERT INTO elicitor_events (at, code, severity, reference, facts) "
        "VALUES (1, 'x', 'info', '', hex(zeroblob(1000000)))"
    )
    await storage.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=1").close())
    with pytest.raises(NotReady) as refusal:
        await storage.write(lambda connection: (insert(connection), connection.execute(big)))
    assert refusal.value.code == "storage_full"
    assert await storage.read(count) == 1
    await storage.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=100000").close())
    await storage.write(lambda connection: connection.execute(big))
    await storage.close()


@pytest.mark.postgres
async def test_a_server_that_is_not_there_is_not_ready() -> None:
    """Nothing listens on the port; the sentence holds no password."""
    storage = Storage("postgresql://me:CANARY@127.0.0.1:1/vault")
    with pytest.raises(NotReady) as refusal:
        await storage.start()
    assert refusal.value.code == "storage_unavailable"
    assert "CANARY" not in f"{refusal.value} {refusal.value.__cause__!r} {refusal.value.evidence}"


@pytest.mark.postgres
async def test_a_database_that_may_only_be_read_is_said_to_be(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    """A replica, say; reading goes on."""
    storage = Storage(postgres_url)
    await storage.start()
    await storage.close()
    name = postgres_url.rsplit("/", 1)[1]
    postgres_server.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    await storage.start()
    with pytest.raises(Misuse) as refusal:
        await storage.write(insert)
    assert refusal.value.code == "storage_read_only"
    assert await storage.read(count) == 0
    await storage.close()


@pytest.mark.postgres
async def test_an_account_without_rights_is_refused(postgres_server: PostgresServer, postgres_url: str) -> None:
    """It may connect but not create tables."""
    name = postgres_url.rsplit("/", 1)[1]
    postgres_server.execute("DROP ROLE IF EXISTS stranger")
    postgres_server.execute("CREATE ROLE stranger LOGIN")
    error = await refusal_of_start(f"postgresql://stranger@127.0.0.1:{postgres_server.port}/{name}")
    assert error.code == "storage_refused"


@pytest.mark.postgres
async def test_a_server_that_crashes_and_comes_back_is_used_again() -> None:
    """Down: not ready. Back: the next read and the next write succeed, with what was committed."""
    with running_postgres() as server:
        storage = Storage(server.create_database())
        await storage.start()
        for _ in range(8):
            await storage.write(insert)
        async with anyio.create_task_group() as group:  # every connection of the pool has been used
            for _ in range(8):
                group.start_soon(storage.read, count)
                group.start_soon(storage.look_up, NUMBERS, {}, len)
        server.execute("CHECKPOINT")
        server.crash()
        again = storage.insert(ONCE, {"digest": b"1" * 32, "keep_until": 1})
        for use in (storage.read(count), storage.write(insert), storage.look_up(NUMBERS, {}, len), again):
            with pytest.raises(NotReady) as refusal:
                await use
            assert refusal.value.code == "storage_unavailable"
        server.restart()
        assert await storage.look_up(NUMBERS, {}, len) == 8
        assert await storage.read(count) == 8
        await storage.write(insert)
        once = storage.insert(ONCE, {"digest": b"2" * 32, "keep_until": 1})
        for use in (storage.write(insert), storage.look_up(NUMBERS, {}, len), storage.read(count), once):
            server.crash()
            server.restart()
            assert await use is not False  # the connections of the pool are dead, which nobody hears of
        assert not await storage.insert(ONCE, {"digest": b"2" * 32, "keep_until": 1})
        await storage.close()
