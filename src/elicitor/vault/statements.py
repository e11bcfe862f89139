"""Inserting a row unless its key is taken: the two databases agree, SQLAlchemy spells it twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

__all__ = ["insert_unless_taken"]


def insert_unless_taken(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row; returns False, with nothing changed, where another row has one of its unique keys.

    Waits for a transaction that is inserting the same key at this moment, and sees how it ended.
    """
    # Asked what it inserted: SQLAlchemy does not count inserted rows on every driver.
    key = table.primary_key.columns[0]
    if connection.dialect.name == "postgresql":
        on_postgres = postgresql.insert(table).values(values).on_conflict_do_nothing().returning(key)
        return connection.execute(on_postgres).one_or_none() is not None
    on_sqlite = sqlite.insert(table).values(values).on_conflict_do_nothing().returning(key)
    return connection.execute(on_sqlite).one_or_none() is not None
