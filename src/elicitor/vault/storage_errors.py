"""Errors of databases, turned into ours: no SQLAlchemy error leaves this room.

The sentence says what can be done; the original is the `__cause__`. Parameters are hidden in it (see
engines.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from elicitor.errors import ElicitorError, Misuse, NotReady

__all__ = ["typed_errors"]


class _Kind(NamedTuple):
    error: type[Misuse]
    code: str
    sentence: str


_UNAVAILABLE = _Kind(
    NotReady, "storage_unavailable", "The database cannot be reached or used now. Check that it is running."
)
_BUSY = _Kind(NotReady, "storage_busy", "The database is busy. Try again in a moment.")
_FULL = _Kind(NotReady, "storage_full", "The disk of the database is full. Make room on it.")
_NOT_OURS = _Kind(
    Misuse,
    "storage_not_a_database",
    "The database file is damaged or is no SQLite database. Name another file.",
)
_READ_ONLY = _Kind(
    Misuse, "storage_read_only", "The database can be read but not written. Check its owner, mode and disk."
)
_REFUSED = _Kind(
    Misuse,
    "storage_refused",
    "The database refused this program: check the user, the password, the name and the rights in its URL.",
)
_NO_SCHEMA = _Kind(
    Misuse, "storage_schema_missing", "The tables of the vault are gone or changed. Start this program anew."
)

_SQLITE = {
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_FULL": _FULL,
    "SQLITE_NOTADB": _NOT_OURS,
    "SQLITE_CORRUPT": _NOT_OURS,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_ERROR": _NO_SCHEMA,
}
_POSTGRES = {
    "40001": _BUSY,  # serialization_failure
    "40P01": _BUSY,  # deadlock_detected
    "55P03": _BUSY,  # lock_not_available
    "53100": _FULL,  # disk_full
    "25006": _READ_ONLY,  # read_only_sql_transaction
    "28000": _REFUSED,  # invalid_authorization_specification
    "28P01": _REFUSED,  # invalid_password
    "3D000": _REFUSED,  # invalid_catalog_name
    "42501": _REFUSED,  # insufficient_privilege
    "42P01": _NO_SCHEMA,  # undefined_table
    "42703": _NO_SCHEMA,  # undefined_column
}


@contextmanager
def typed_errors() -> Iterator[None]:
    """Raise `Misuse` or `NotReady` in place of a database's own error."""
    try:
        yield
    except SQLAlchemyError as error:
        raise _typed(error) from error


def _typed(error: SQLAlchemyError) -> ElicitorError:
    kind = _kind_of(error)
    return kind.error(kind.code, kind.sentence, because=type(error).__name__)


def _kind_of(error: SQLAlchemyError) -> _Kind:
    origin = error.orig if isinstance(error, DBAPIError) else None
    sqlite_name = getattr(origin, "sqlite_errorname", None)
    if isinstance(sqlite_name, str):
        # An extended name, SQLITE_READONLY_DIRECTORY say, begins with the plain one.
        plain = "_".join(sqlite_name.split("_")[:2])
        return _SQLITE.get(plain, _UNAVAILABLE)
    return _POSTGRES.get(getattr(origin, "sqlstate", None) or "", _UNAVAILABLE)
