"""Statements that the driver runs: each kind of database gets its own text, made once."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Select, bindparam, literal, select

from elicitor.vault.database_url import prepare_file, read_database_url
from elicitor.vault.driver_text import DriverText
from elicitor.vault.engines import open_engines


def asking(made_for: list[str]) -> DriverText:
    """A statement with a constant and two parameters, one of them twice."""

    def make(dialect_name: str) -> Select[Any]:
        made_for.append(dialect_name)
        one, two = bindparam("one", type_=literal("").type), bindparam("two", type_=literal(1).type)
        return select(two, one, literal("%s ? :one"), two)

    return DriverText(make)


def fetch(cursor: Any) -> list[tuple[Any, ...]]:
    """All rows."""
    return [tuple(row) for row in cursor.fetchall()]


def test_values_find_their_places(database_url: str) -> None:
    """By position or by name, constants among them; the text is made for the first run only."""
    database = read_database_url(database_url)
    if database.file is not None:
        prepare_file(database.file)
    engines, made_for = open_engines(database), list[str]()
    statement = asking(made_for)
    for text, number in (("a", 1), ("' ? %s", 2)):
        rows = statement.execute(engines.reader, {"one": text, "two": number}, fetch)
        assert rows == [(number, text, "%s ? :one", number)]
    assert made_for == [engines.reader.dialect.name]
    engines.dispose()


def test_a_failed_statement_takes_its_connection_along(sqlite_url: str) -> None:
    """Whatever state it is in, nobody gets it after that; the pool stays whole."""
    engines = open_engines(read_database_url(sqlite_url))
    statement = asking([])

    def fail(_cursor: Any) -> None:
        raise KeyError

    for _ in range(6):
        with pytest.raises(KeyError):
            statement.execute(engines.reader, {"one": "", "two": 0}, fail)
    assert engines.reader.pool.checkedout() == 0  # type: ignore[attr-defined]
    assert statement.execute(engines.reader, {"one": "", "two": 0}, fetch)
    engines.dispose()
