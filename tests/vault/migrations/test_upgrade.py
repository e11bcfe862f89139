"""Running the migrations inside a transaction of the caller's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

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


QUIET = """
import asyncio, logging, sys
from elicitor import KeyRing
from elicitor.vault.vault import Vault

logging.basicConfig(level=logging.INFO)
vault = Vault.open(f"sqlite:///{sys.argv[1]}", KeyRing.load(KeyRing.new_key()))
asyncio.run(vault.start())
logging.info("started")
"""


def test_a_new_database_is_made_without_a_line_in_the_log_of_a_program(tmp_path: Path) -> None:
    """A server on stdio shares the terminal with the dialogs that its questions become."""
    program = [sys.executable, "-c", QUIET, str(tmp_path / "elicitor.db")]
    told = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60)
    assert told.stderr == "INFO:root:started\n"


TICKET = """
    INSERT INTO elicitor_tickets (digest, owner_key, tenant, issuer, subject, client_id, client_name, connection,
        scopes, errand, reason, mismatches, created_at, expires_at)
    VALUES (:digest, :digest, '', 'https://a.example', 'alice', 'c', 'C', 'files', '[]', 'pending', '', 0, 1, 2)
"""


def test_a_database_of_the_first_version_keeps_its_rows(database_url: str) -> None:
    """Its tickets ask nothing, and the new tables are empty."""
    engines = open_engines(read_database_url(database_url))
    with engines.writer.begin() as connection:
        upgrade(connection, "v", "0001")
        assert "elicitor_spent" not in inspect(connection).get_table_names()
        connection.execute(text(TICKET), {"digest": b"d" * 32})
    with engines.writer.begin() as connection:
        upgrade(connection, "v")
        row = connection.execute(text("SELECT subject, sealed_question, sealed_answer FROM elicitor_tickets")).one()
        assert tuple(row) == ("alice", None, None)
        for table in ("spent", "effects", "remembered"):
            assert connection.scalar(text(f"SELECT count(*) FROM elicitor_{table}")) == 0
    engines.dispose()
