"""A SELECT that runs once for each tool call, without what SQLAlchemy does for statements in general.

Anything unusual is left to the ordinary way: after an error of the driver, the caller runs the same statement
by SQLAlchemy, which knows what errors mean and which connections are dead.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, Select

from elicitor.vault.driver_text import DriverText

__all__ = ["LookUp"]


class LookUp:
    """A SELECT of plain columns; see `DriverText`.

    Args:
        statement: with a `bindparam` for each value that changes.
    """

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self._row = _row_type(statement)
        self._text = DriverText(lambda _: statement)

    def run(self, engine: Engine, values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows, read by the driver.

        Raises:
            Exception: an error of the driver. The connection was thrown away; try `run_by_sqlalchemy`.
        """
        rows = self._text.execute(engine, values, _fetch)
        return [self._row(*row) for row in rows]

    def run_by_sqlalchemy(self, connection: Connection, values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows, read the ordinary way."""
        return connection.execute(self._statement, values).all()


def _fetch(cursor: Any) -> Any:
    return cursor.fetchall()


def _row_type(statement: Select[Any]) -> Callable[..., Any]:
    names = [str(column.key) for column in statement.selected_columns]
    return namedtuple("Row", names)  # noqa: PYI024 - the columns are known when it runs, not before
