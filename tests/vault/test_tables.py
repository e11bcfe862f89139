"""The tables as they are described and as the migrations make them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, LargeBinary, inspect

from elicitor.vault.database_url import read_database_url
from elicitor.vault.engines import open_engines
from elicitor.vault.schema import VERSION_TABLE, update_schema
from elicitor.vault.tables import metadata


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """A database that the migrations have made."""
    engines = open_engines(read_database_url(database_url))
    update_schema(engines.writer)
    yield engines.writer
    engines.dispose()


def test_the_migrations_make_the_tables_that_are_described(engine: Engine) -> None:
    """Tables, columns, types, indexes and constraints: Alembic finds no difference."""
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_name": lambda name, kind, _: kind != "table" or name != VERSION_TABLE,
            },
        )
        assert compare_metadata(context, metadata) == []


def test_the_names_of_constraints_are_the_same_on_every_database(engine: Engine) -> None:
    """Otherwise a later migration could not find them."""
    inspector = inspect(engine)
    for table in metadata.sorted_tables:
        described = {index.name for index in table.indexes}
        assert {index["name"] for index in inspector.get_indexes(table.name)} >= described
        assert inspector.get_pk_constraint(table.name)["name"] == table.primary_key.name
        foreign = {key["name"] for key in inspector.get_foreign_keys(table.name)}
        assert foreign == {constraint.name for constraint in table.foreign_key_constraints}


def test_every_column_has_a_value_but_for_moments_to_come() -> None:
    """NULL means that something has not happened yet, and nothing else."""
    empty = {
        f"{table.name}.{column.name}" for table in metadata.sorted_tables for column in table.columns if column.nullable
    }
    assert empty == {
        "elicitor_attempts.taken_at",
        "elicitor_attempts.ended_at",
        "elicitor_sessions.closed_at",
        "elicitor_tickets.sealed_answer",
        "elicitor_tickets.sealed_question",  # or that an account is asked for
    }


def test_bytes_are_digests_or_sealed() -> None:
    """No other column could hide a secret in its bytes."""
    names = {
        column.name
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, LargeBinary)
    }
    digests = {"digest", "owner_key", "client_key", "ticket", "session", "flow", "signed_in_with"}
    assert {name for name in names if not name.startswith("sealed")} == digests
