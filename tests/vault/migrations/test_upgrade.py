"""Running the migrations inside a transaction of the caller's."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect

from elicitor.vault.database_url import read_database_url
from elicitor.vault.engines import open_engines
from elicitor.vault.migrations.upgrade import upgrade


def test_the_caller_decides_whether_the_tables_stay(database_url: str) -> None:
    """Rolled back there is nothing, committed there are all."""
    engines = open_engines(read_database_url(database_url))

    def upgrade_and_fail() -> None:
        with engines.writer.begin() as connection:
            upgrade(connection, "their_own_version_table")
            raise KeyError

    with pytest.raises(KeyError):
        upgrade_and_fail()
    assert inspect(engines.writer).get_table_names() == []
    with engines.writer.begin() as connection:
        upgrade(connection, "their_own_version_table")
    tables = inspect(engines.writer).get_table_names()
    engines.dispose()
    assert {"their_own_version_table", "elicitor_grants", "elicitor_tickets"} <= set(tables)
    assert "alembic_version" not in tables
