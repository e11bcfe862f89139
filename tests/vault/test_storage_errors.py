"""Errors of databases turned into ours: the table. `test_storage.py` shows real ones."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest
from sqlalchemy import exc
from sqlalchemy.exc import ArgumentError, OperationalError

from elicitor.errors import ElicitorError, Misuse, NotReady
from elicitor.vault.storage_errors import typed_errors


def typed(error: Exception) -> ElicitorError:
    """What an error becomes."""
    with pytest.raises(Misuse) as turned, typed_errors():
        raise error
    assert turned.value.__cause__ is error
    return turned.value


def sqlite_error(name: str) -> OperationalError:
    """An error as SQLAlchemy passes it on."""
    origin = sqlite3.OperationalError("something")
    origin.sqlite_errorname = name
    return OperationalError("SELECT", {}, origin)


def postgres_error(state: str) -> OperationalError:
    """An error as SQLAlchemy passes it on."""
    return OperationalError("SELECT", {}, psycopg.errors.lookup(state)("something"))


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (sqlite_error("SQLITE_BUSY_SNAPSHOT"), NotReady, "storage_busy"),
        (sqlite_error("SQLITE_READONLY_DIRECTORY"), Misuse, "storage_read_only"),
        (sqlite_error("SQLITE_CORRUPT_INDEX"), Misuse, "storage_not_a_database"),
        (sqlite_error("SQLITE_IOERR_READ"), NotReady, "storage_unavailable"),
        (sqlite_error("SQLITE_CANTOPEN"), NotReady, "storage_unavailable"),
        (postgres_error("40P01"), NotReady, "storage_busy"),
        (postgres_error("40001"), NotReady, "storage_busy"),
        (postgres_error("53100"), NotReady, "storage_full"),
        (postgres_error("28P01"), Misuse, "storage_refused"),
        (postgres_error("3D000"), Misuse, "storage_refused"),
        (postgres_error("57P01"), NotReady, "storage_unavailable"),
        (exc.TimeoutError("no connection"), NotReady, "storage_unavailable"),
        (ArgumentError("something"), NotReady, "storage_unavailable"),
    ],
)
def test_each_error_says_who_has_to_act(error: Exception, kind: type[ElicitorError], code: str) -> None:
    """NotReady where waiting may help, Misuse where somebody has to change something."""
    turned = typed(error)
    assert type(turned) is kind
    assert turned.code == code
    assert turned.sentence.endswith(".")


def test_other_errors_pass() -> None:
    """What is no database's error is none of ours."""
    with pytest.raises(KeyError), typed_errors():
        raise KeyError("something")
    with typed_errors():
        pass
