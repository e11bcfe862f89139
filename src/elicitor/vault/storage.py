"""The door to the database: functions that take a connection run in a thread, reading or writing.

Rules. Every change of state is one conditional write inside one transaction (`write`); whoever loses a race
sees that nothing matched, and changes nothing. Reads (`read`) stand outside of transactions. Work functions
are plain synchronous functions: they must not touch the event loop, and may be run twice if they only read.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import anyio
from anyio import CancelScope, CapacityLimiter, to_thread
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from elicitor.errors import Misuse
from elicitor.secret import Secret
from elicitor.vault.database_url import prepare_file, read_database_url
from elicitor.vault.engines import READERS, Engines, open_engines
from elicitor.vault.look_up import LookUp
from elicitor.vault.schema import update_schema
from elicitor.vault.statements import Insertion
from elicitor.vault.storage_errors import typed_errors

__all__ = ["DEFAULT_URL", "Storage", "Undo"]

DEFAULT_URL = "sqlite:///elicitor.db"

T = TypeVar("T")


class Undo(Exception):
    """Raised by work that finds, after its first write, that it must not go on: nothing is kept of it."""


class Storage:
    """A database.

    Args:
        url: `sqlite:///file.db`, or `postgresql://user:password@host/name`.

    Raises:
        Misuse: the URL cannot be used; see `read_database_url`.
    """

    def __init__(self, url: str | Secret = DEFAULT_URL) -> None:
        self._database = read_database_url(url)
        self._engines: Engines | None = None
        self._starting = anyio.Lock()
        # Threads are not shared with the rest of the program: a slow database does not eat the threads of
        # sync tools, and no thread ever waits for a connection of the pool.
        self._readers = CapacityLimiter(READERS)
        self._writers = CapacityLimiter(READERS)

    async def start(self) -> None:
        """Create what is missing and bring the tables up to date. Safe to call again, in several programs.

        Raises:
            Misuse: the database is there but cannot be used; the sentence says what to change.
            NotReady: it cannot be reached now. Call again later.
        """
        async with self._starting:
            if self._engines is not None:
                return
            engines = await to_thread.run_sync(self._open, limiter=self._writers)
            self._writers.total_tokens = engines.writers
            self._engines = engines

    async def close(self) -> None:
        """Close all connections, after the work that is under way. `start` opens the storage again."""
        async with self._starting:
            engines, self._engines = self._engines, None
            if engines is None:
                return
            with CancelScope(shield=True):
                async with _drained(self._readers), _drained(self._writers):
                    await to_thread.run_sync(engines.dispose)

    def abandon(self) -> None:
        """Close all connections without waiting for anybody, where no event loop is left to wait in."""
        engines, self._engines = self._engines, None
        if engines is not None:
            engines.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that only reads, each of its statements by itself.

        Raises:
            Misuse, NotReady: the database cannot be used; see the sentence.
        """
        return await to_thread.run_sync(partial(_read, self._open_engines(), work), limiter=self._readers)

    async def look_up(self, query: LookUp, values: Mapping[str, Any], work: Callable[[Sequence[Any]], T]) -> T:
        """As `read`, for a query that runs very often.

        Args:
            query: what to read.
            values: its parameters.
            work: makes a value of the rows, in the same thread.

        Raises:
            Misuse, NotReady: as `read`.
        """
        return await to_thread.run_sync(
            partial(_look_up, self._open_engines(), query, values, work), limiter=self._readers
        )

    async def insert(self, insertion: Insertion, values: Mapping[str, Any]) -> bool:
        """Insert a row unless its key is taken, as a transaction by itself; for what runs very often.

        Returns:
            Whether it was inserted. False also where this very call inserted it, lost the connection before it
            heard so, and tried again.

        Raises:
            Misuse, NotReady: as `write`.
        """
        engines = self._open_engines()
        limiter = self._readers if engines.single is engines.reader else self._writers
        return await to_thread.run_sync(partial(_insert, engines.single, insertion, values), limiter=limiter)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in one transaction; an error of the work rolls all of it back.

        A caller that is cancelled in the meantime waits for the end of the transaction first.

        Raises:
            Misuse, NotReady: as `read`. After `NotReady` it may be unknown whether the work was committed.
        """
        return await to_thread.run_sync(partial(_write, self._open_engines(), work), limiter=self._writers)

    async def write_or_undo(self, work: Callable[[Connection], T]) -> T | None:
        """As `write`, for work that may raise `Undo`: then nothing is changed, and None is returned."""
        try:
            return await self.write(work)
        except Undo:
            return None

    def _open(self) -> Engines:
        if self._database.file is not None:
            prepare_file(self._database.file)
        engines = open_engines(self._database)
        try:
            with typed_errors():
                update_schema(engines.writer)
        except BaseException:
            engines.dispose()
            raise
        return engines

    def _open_engines(self) -> Engines:
        if self._engines is None:
            raise Misuse("storage_not_started", "The storage was used before start() or after close().")
        return self._engines


@asynccontextmanager
async def _drained(limiter: CapacityLimiter) -> AsyncIterator[None]:
    """Wait until nobody works, and let nobody begin."""
    borrowers = [object() for _ in range(int(limiter.total_tokens))]
    for borrower in borrowers:
        await limiter.acquire_on_behalf_of(borrower)
    yield
    for borrower in borrowers:
        limiter.release_on_behalf_of(borrower)


def _read(engines: Engines, work: Callable[[Connection], T]) -> T:
    def read() -> T:
        with engines.reader.connect() as connection:
            return work(connection)

    return _persist(read)


def _persist(work: Callable[[], T]) -> T:
    """Run work that may run twice, once more where the connection was dead."""
    with typed_errors():
        try:
            return work()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The server was restarted since the connection was used last. The pool has thrown its connections
        # away.
        return work()


def _look_up(engines: Engines, query: LookUp, values: Mapping[str, Any], work: Callable[[Sequence[Any]], T]) -> T:
    try:
        rows = query.run(engines.reader, values)
    except (SQLAlchemyError, engines.reader.dialect.loaded_dbapi.Error):
        rows = _read(engines, lambda connection: query.run_by_sqlalchemy(connection, values))
    return work(rows)


def _insert(engine: Engine, insertion: Insertion, values: Mapping[str, Any]) -> bool:
    try:
        return insertion.run(engine, values)
    except (SQLAlchemyError, engine.dialect.loaded_dbapi.Error):
        return _persist(partial(_insert_by_sqlalchemy, engine, insertion, values))


def _insert_by_sqlalchemy(engine: Engine, insertion: Insertion, values: Mapping[str, Any]) -> bool:
    with engine.begin() as connection:
        return insertion.run_by_sqlalchemy(connection, values)


def _write(engines: Engines, work: Callable[[Connection], T]) -> T:
    with typed_errors(), engines.writer.begin() as connection:
        return work(connection)
