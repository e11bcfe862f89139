"""The pools: what SQLite is told, and that nothing shows a parameter."""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError

from elicitor.errors import Misuse
from elicitor.vault.database_url import DatabaseUrl, read_database_url
from elicitor.vault.engines import Engines, open_engines


@pytest.fixture
def engines(database_url: str) -> Iterator[Engines]:
    """Both pools of a database, of each kind."""
    pools = open_engines(read_database_url(database_url))
    yield pools
    pools.dispose()


def test_sqlite_runs_as_it_should(sqlite_url: str) -> None:
    """Write-ahead log, foreign keys, waiting for others instead of failing."""
    engines = open_engines(read_database_url(sqlite_url))
    with engines.writer.connect() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    engines.dispose()
    assert values == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 5000}


def test_a_reader_of_sqlite_cannot_write(sqlite_url: str) -> None:
    """The writer can, through the same pools."""
    engines = open_engines(read_database_url(sqlite_url))
    create = text("CREATE TABLE x (y INTEGER)")
    with engines.reader.connect() as connection, pytest.raises(DBAPIError, match="readonly"):
        connection.execute(create)
    with engines.writer.begin() as connection:
        connection.execute(create)
    engines.dispose()


def test_a_write_begins_by_taking_the_lock(sqlite_url: str) -> None:
    """Before its first statement: nobody can be faster between a read and a write."""
    database = read_database_url(sqlite_url)
    engines = open_engines(database)
    with engines.writer.begin():
        other = sqlite3.connect(str(database.file), timeout=0, isolation_level=None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()
    engines.dispose()


def test_a_reader_is_in_no_transaction(engines: Engines) -> None:
    """It sees what was committed a moment ago, on a connection that has read before."""
    with engines.writer.begin() as connection:
        connection.execute(text("CREATE TABLE x (y INTEGER)"))
    with engines.reader.connect() as reader:
        count = text("SELECT count(*) FROM x")
        assert reader.scalar(count) == 0
        with engines.writer.begin() as connection:
            connection.execute(text("INSERT INTO x VALUES (1)"))
        assert reader.scalar(count) == 1


def test_a_single_statement_is_committed_by_itself(engines: Engines) -> None:
    """When the driver runs it: another connection sees it at once, and nothing holds a lock."""
    with engines.writer.begin() as connection:
        connection.execute(text("CREATE TABLE x (y INTEGER)"))
    raw = engines.single.raw_connection()
    raw.driver_connection.execute("INSERT INTO x VALUES (1)")  # type: ignore[union-attr]
    with engines.reader.connect() as reader:
        assert reader.scalar(text("SELECT count(*) FROM x")) == 1
    raw.close()
    with engines.writer.begin() as connection:
        assert connection.scalar(text("SELECT count(*) FROM x")) == 1


def test_no_parameter_gets_into_a_log_or_an_error(engines: Engines, caplog: pytest.LogCaptureFixture) -> None:
    """Not even with every log switched on."""
    caplog.set_level(logging.DEBUG)
    with pytest.raises(DBAPIError) as failure, engines.reader.connect() as connection:
        connection.execute(text("SELECT :value FROM nothing"), {"value": "CANARY"})
    assert "CANARY" not in f"{failure.value} {failure.value!r} {caplog.text}"


def test_a_missing_driver_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where psycopg cannot be imported; with it the pools are made."""
    database = read_database_url("postgresql://host/vault")
    open_engines(database).dispose()
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Misuse, match=r"elicitor\[postgres\]") as refusal:
        open_engines(database)
    assert refusal.value.code == "storage_driver_missing"


def test_a_place_without_shared_memory_is_refused(tmp_path: Path) -> None:
    """As on some network drives; here by a way of locking that has no shared memory."""
    file = tmp_path / "vault.db"
    url = URL.create("sqlite+pysqlite", database=f"file:{file}", query={"vfs": "unix-dotfile", "uri": "true"})
    engines = open_engines(DatabaseUrl(url, file))
    with pytest.raises(Misuse) as refusal:
        engines.writer.connect()
    assert refusal.value.code == "storage_no_wal"
    engines.dispose()


def test_a_timeout_in_the_url_counts() -> None:
    """An operator may wait longer for a server than we do."""
    with pytest.raises(DBAPIError, match="connect_timeout"):
        open_engines(read_database_url("postgresql://127.0.0.1:1/x?connect_timeout=soon")).reader.connect()


def test_an_old_sqlite_is_refused(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """RETURNING came with 3.35."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(Misuse) as refusal:
        open_engines(read_database_url(sqlite_url))
    assert refusal.value.code == "sqlite_too_old"
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 35, 0))
    open_engines(read_database_url(sqlite_url)).dispose()


def test_the_file_belongs_to_the_url(tmp_path: Path) -> None:
    """A relative path is relative to where the program runs."""
    assert read_database_url(f"sqlite:///{tmp_path}/x.db").file == tmp_path / "x.db"
