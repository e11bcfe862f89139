"""Where the database is: reads the `storage` setting, and makes the SQLite file private.

Two kinds are known. `sqlite:///relative.db` and `sqlite:////absolute.db` for one machine; `postgresql://…`
for several, through psycopg. A URL may hold a password, so it is never put into a sentence.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from elicitor.errors import Misuse
from elicitor.secret import Secret

__all__ = ["DatabaseUrl", "prepare_file", "read_database_url"]

_POSTGRES = {"postgresql", "postgres", "postgresql+psycopg"}


@dataclass(frozen=True, slots=True)
class DatabaseUrl:
    """A database that we can use.

    Attributes:
        url: for SQLAlchemy; shows stars for a password.
        file: the file of an SQLite database; None for PostgreSQL.
    """

    url: URL
    file: Path | None


def read_database_url(text: str | Secret) -> DatabaseUrl:
    """Read the `storage` setting.

    Raises:
        Misuse: `storage_url_invalid`, `storage_unknown` (neither SQLite nor PostgreSQL) or
        `storage_in_memory`.
    """
    try:
        url = make_url(Secret(text).reveal())
    except (ArgumentError, ValueError):
        raise _invalid() from None  # the cause repeats the text, password included
    if url.drivername in _POSTGRES:
        return DatabaseUrl(url.set(drivername="postgresql+psycopg"), None)
    if url.drivername in {"sqlite", "sqlite+pysqlite"}:
        return _sqlite(url)
    raise Misuse(
        "storage_unknown",
        "The storage is neither SQLite nor PostgreSQL. Write sqlite:///elicitor.db or postgresql://host/name.",
    )


def prepare_file(path: Path) -> None:
    """Create the file of an SQLite database so that only this account can read it.

    SQLite gives its `-wal` and `-shm` files the mode of the database file. A file that is there already keeps
    the mode its operator gave it.

    Raises:
        Misuse: `storage_directory_missing` or `storage_unreadable`.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except FileNotFoundError as error:
        raise Misuse(
            "storage_directory_missing",
            f"The directory of the database file {str(path)!r} does not exist. Create it, or name another.",
        ) from error
    except OSError as error:
        raise Misuse(
            "storage_unreadable",
            f"The database file {str(path)!r} cannot be opened for reading and writing by this program. "
            "Check its owner and mode, and those of its directory.",
            because=type(error).__name__,
        ) from error


def _sqlite(url: URL) -> DatabaseUrl:
    name = url.database or ""
    if name in {"", ":memory:"} or name.startswith("file:"):
        raise Misuse(
            "storage_in_memory",
            "The storage must be a file: what is kept has to outlive this process. Write sqlite:///elicitor.db.",
        )
    if url.query or url.host:
        raise _invalid()
    return DatabaseUrl(url.set(drivername="sqlite+pysqlite"), Path(name))


def _invalid() -> Misuse:
    return Misuse(
        "storage_url_invalid",
        "The storage is not a database URL. Write sqlite:///elicitor.db, or postgresql://user@host/name.",
    )
