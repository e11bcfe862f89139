"""A SELECT that runs once for each tool call, without what SQLAlchemy does for statements in general.

It is written with SQLAlchemy and compiled by it, once for each kind of database; then the driver runs the
text on a connection of the pool. That takes about 15 µs where `Connection.execute` takes about 40. Anything
unusual is left to the ordinary way: after an error of the driver, the caller runs the same statement by
SQLAlchemy, which knows what errors mean and which connections are dead.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Select
from sqlalchemy.engine.interfaces import Dialect

__all__ = ["LookUp"]


class _Compiled(NamedTuple):
    text: str
    order: tuple[str, ...] | None
    """Names of the parameters where the driver wants them by position; None where it wants them by name."""
    constants: Mapping[str, Any]


class LookUp:
    """A SELECT of plain columns: texts, whole numbers and bytes, which both drivers read alike.

    Args:
        statement: with a `bindparam` for each value that changes.
    """

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self._row = _row_type(statement)
        self._compiled: dict[str, _Compiled] = {}

    def run(self, engine: Engine, values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows, read by the driver.

        Raises:
            Exception: an error of the driver. The connection was thrown away; try `run_by_sqlalchemy`.
        """
        compiled = self._compiled.get(engine.dialect.name) or self._compile(engine.dialect)
        arguments: Any = {**compiled.constants, **values}
        if compiled.order is not None:
            arguments = tuple([arguments[name] for name in compiled.order])
        connection = engine.raw_connection()
        try:
            rows = connection.driver_connection.execute(compiled.text, arguments).fetchall()  # type: ignore[union-attr]
        except BaseException:
            connection.invalidate()
            raise
        finally:
            connection.close()
        return [self._row(*row) for row in rows]

    def run_by_sqlalchemy(self, connection: Connection, values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows, read the ordinary way."""
        return connection.execute(self._statement, values).all()

    def _compile(self, dialect: Dialect) -> _Compiled:
        statement = self._statement.compile(dialect=dialect)
        constants = {name: value for name, value in statement.params.items() if value is not None}
        order = tuple(statement.positiontup) if statement.positiontup else None
        compiled = self._compiled[dialect.name] = _Compiled(str(statement), order, constants)
        return compiled


def _row_type(statement: Select[Any]) -> Callable[..., Any]:
    names = [str(column.key) for column in statement.selected_columns]
    return namedtuple("Row", names)  # noqa: PYI024 - the columns are known when it runs, not before
