"""Brings the tables of a database up to date when a program starts.

The common case, nothing to do, is one small query. Only a database that is behind loads Alembic, which takes
longer to import than all of the rest. Several programs may start at once: on PostgreSQL they queue at an
advisory lock, on SQLite at the write lock, and whoever comes second finds the work done.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect, text

from elicitor.errors import Misuse

__all__ = ["HEAD", "REVISIONS", "VERSION_TABLE", "update_schema"]

VERSION_TABLE = "elicitor_schema"
REVISIONS = ("0001", "0002")
"""All revisions, oldest first: the files in `migrations/versions/`."""
HEAD = REVISIONS[-1]

_LOCK = 0x656C6963  # "elic"; any number that other programs of the database are unlikely to take


def update_schema(writer: Engine) -> None:
    """Create or change the tables where they are behind this program. Does nothing where they are not.

    Raises:
        Misuse: `schema_newer`, the database was written by a newer elicitor. Nothing was changed.
    """
    with writer.begin() as connection:
        if _is_current(connection):
            return
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            if _is_current(connection):
                return
        from elicitor.vault.migrations.upgrade import upgrade  # noqa: PLC0415 - slow to import, rarely needed

        upgrade(connection, VERSION_TABLE)


def _is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table(VERSION_TABLE):
        return False
    revision = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608 - a constant
    if revision is not None and revision not in REVISIONS:
        raise Misuse(
            "schema_newer",
            "The database was written by a newer version of elicitor. Install that version, or use another database.",
            revision=str(revision)[:40],
        )
    return bool(revision == HEAD)
