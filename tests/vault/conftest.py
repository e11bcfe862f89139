"""Vaults for tests: the same test runs on SQLite and on a PostgreSQL server of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from elicitor.vault.keys import KeyRing
from elicitor.vault.tables import metadata
from elicitor.vault.vault import Vault
from support.postgres import PostgresServer, running_postgres
from vault.scene import HandClock, Scene


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server, for as long as the tests run."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path}/vault.db"


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    url = postgres_server.create_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(scope="session")
def shared_postgres_url(postgres_server: PostgresServer) -> str:
    """The URL of a PostgreSQL database that many tests use one after the other."""
    return postgres_server.create_database()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database without tables, of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def scene(request: pytest.FixtureRequest, anyio_backend: str) -> AsyncIterator[Scene]:
    """A started vault without a row, on each kind of database, with a clock that stands at noon."""
    name = {"sqlite": "sqlite_url", "postgres": "shared_postgres_url"}[request.param]
    url, clock, key = request.getfixturevalue(name), HandClock(), KeyRing.new_key()
    vault = Vault.open(url, KeyRing.load(key), clock)
    await vault.start()
    await vault.storage.write(_delete_all_rows)
    made = Scene(vault, clock, url, key)
    yield made
    await made.vault.close()  # a test may have put another in its place


def _delete_all_rows(connection: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())
