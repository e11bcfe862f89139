"""Inserting a row unless its key is taken: the two databases agree, SQLAlchemy spells it twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects import postgresql, sqlite

from elicitor.vault.driver_text import DriverText

__all__ = ["Insertion", "insert_unless_taken"]


def insert_unless_taken(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row; returns False, with nothing changed, where another row has one of its unique keys.

    Waits for a transaction that is inserting the same key at this moment, and sees how it ended.
    """
    # Asked what it inserted: SQLAlchemy does not count inserted rows on every driver.
    key = table.primary_key.columns[0]
    statement = _inserting(table, connection.dialect.name).values(values).returning(key)
    return connection.execute(statement).one_or_none() is not None


class Insertion:
    """An `insert_unless_taken` that runs once for each call of a tool, as a transaction by itself.

    Args:
        table: whose columns all get a value; see `DriverText`.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._text = DriverText(lambda dialect_name: _inserting(table, dialect_name))

    def run(self, engine: Engine, values: Mapping[str, Any]) -> bool:
        """Insert by the driver, on an engine whose connections commit each statement.

        Raises:
            Exception: an error of the driver. It may be unknown whether the row was inserted.
        """
        return bool(self._text.execute(engine, values, _count) == 1)

    def run_by_sqlalchemy(self, connection: Connection, values: Mapping[str, Any]) -> bool:
        """Insert the ordinary way."""
        return insert_unless_taken(connection, self._table, values)


def _count(cursor: Any) -> Any:
    return cursor.rowcount


def _inserting(table: Table, dialect_name: str) -> Any:
    if dialect_name == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
