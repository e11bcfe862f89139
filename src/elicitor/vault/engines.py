"""Connections to the database: one pool for reading, one for writing.

A statement that writes and needs no other beside it runs alone, without BEGIN and COMMIT: on SQLite on the
writer's connection, on PostgreSQL on the reader's, which commit each statement by themselves.
Reads run outside of transactions, one statement each, so they cost no extra round trip and wait for nobody.
Writes on SQLite go through one connection and begin with BEGIN IMMEDIATE: a transaction that begins by
reading and then wants to write could otherwise find that somebody was faster, and fail. SQLite runs in WAL
mode, where readers and the writer do not disturb each other, with synchronous=NORMAL: a crash of the
program loses nothing, a power cut may lose the last moments but never tears a transaction.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from elicitor.errors import Misuse
from elicitor.vault.database_url import DatabaseUrl

__all__ = ["READERS", "Engines", "open_engines"]

READERS = 4
"""Connections, and threads, that read at once; on PostgreSQL as many write."""

_BUSY_SECONDS = 5.0
_CONNECT_SECONDS = 5
_LARGEST_WAL = 16 * 1024 * 1024
_OLDEST_SQLITE = (3, 35)
"""The first with RETURNING."""


@dataclass(frozen=True, slots=True)
class Engines:
    """The two pools.

    Attributes:
        reader: each statement by itself; on SQLite it cannot write.
        writer: transactions.
        writers: how many transactions may run at once.
    """

    reader: Engine
    writer: Engine
    writers: int

    @property
    def single(self) -> Engine:
        """For statements that write and are a transaction by themselves, when the driver runs them."""
        return self.writer if self.reader.dialect.name == "sqlite" else self.reader

    def dispose(self) -> None:
        """Close every connection."""
        self.reader.dispose()
        self.writer.dispose()


def open_engines(database: DatabaseUrl) -> Engines:
    """Make the pools. Connects to nothing yet.

    Raises:
        Misuse: `storage_driver_missing` or `sqlite_too_old`.
    """
    return _open_postgres(database) if database.file is None else _open_sqlite(database)


def _open_sqlite(database: DatabaseUrl) -> Engines:
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise Misuse("sqlite_too_old", "Python was built with an SQLite older than 3.35. Use a newer Python.")
    # With isolation_level None the driver begins nothing by itself; the writer's transactions begin below.
    arguments: dict[str, Any] = {"timeout": _BUSY_SECONDS, "isolation_level": None}
    reader = _engine(database, READERS, connect_args=arguments)
    writer = _engine(database, 1, connect_args=arguments)
    event.listen(reader, "connect", _prepare_sqlite_reader)
    event.listen(writer, "connect", _prepare_sqlite_writer)
    event.listen(writer, "begin", _begin_immediate)
    return Engines(reader, writer, 1)


def _open_postgres(database: DatabaseUrl) -> Engines:
    arguments = {} if "connect_timeout" in database.url.query else {"connect_timeout": _CONNECT_SECONDS}
    try:
        reader = _engine(database, READERS, connect_args=arguments, isolation_level="AUTOCOMMIT")
        # A write is not tried again, so its connection is tried first; a read is (see storage.py).
        writer = _engine(database, READERS, connect_args=arguments, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise Misuse(
            "storage_driver_missing",
            "PostgreSQL needs a driver that is not installed. Run: pip install 'elicitor[postgres]'.",
        ) from error
    return Engines(reader, writer, READERS)


def _engine(database: DatabaseUrl, size: int, **options: Any) -> Engine:
    # Parameters of statements are people's names and sealed records: they get into no log and no error.
    return create_engine(
        database.url, poolclass=QueuePool, pool_size=size, max_overflow=0, hide_parameters=True, **options
    )


def _prepare_sqlite_reader(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.execute("PRAGMA query_only=ON")


def _prepare_sqlite_writer(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        raise Misuse(
            "storage_no_wal",
            "The database file lies where SQLite cannot share memory, on a network drive perhaps. "
            "Put it on a local disk, or use PostgreSQL.",
        )
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute(f"PRAGMA journal_size_limit={_LARGEST_WAL}")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
