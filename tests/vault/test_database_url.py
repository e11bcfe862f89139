"""The `storage` setting, and the file that nobody else can read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from elicitor.errors import Misuse
from elicitor.secret import Secret
from elicitor.vault.database_url import prepare_file, read_database_url


def code_of(text: str) -> str:
    """The code with which a setting is refused."""
    with pytest.raises(Misuse) as refusal:
        read_database_url(text)
    return refusal.value.code


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("sqlite:///elicitor.db", Path("elicitor.db")),
        ("sqlite:////var/lib/elicitor.db", Path("/var/lib/elicitor.db")),
        ("sqlite+pysqlite:///x.db", Path("x.db")),
    ],
)
def test_an_sqlite_url_names_a_file(text: str, file: Path) -> None:
    """Relative with three slashes, absolute with four."""
    assert read_database_url(text).file == file


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_postgresql_url_goes_to_psycopg(scheme: str) -> None:
    """Whatever a hosting service calls it; the password is kept and not shown."""
    database = read_database_url(Secret(f"{scheme}://me:CANARY@db.example:5433/vault?sslmode=require"))
    assert database.file is None
    assert database.url.drivername == "postgresql+psycopg"
    assert database.url.password == "CANARY"
    assert database.url.query == {"sslmode": "require"}
    assert "CANARY" not in f"{database} {database!r}"


@pytest.mark.parametrize("text", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///file:x?mode=memory"])
def test_a_database_in_memory_is_refused(text: str) -> None:
    """What is kept has to outlive the process."""
    assert code_of(text) == "storage_in_memory"


@pytest.mark.parametrize("text", ["mysql://host/db", "redis://host", "postgresql+asyncpg://host/db", "oracle://x"])
def test_another_kind_of_database_is_refused(text: str) -> None:
    """The sentence says which two there are."""
    assert code_of(text) == "storage_unknown"


@pytest.mark.parametrize(
    "text",
    ["", "elicitor.db", "/var/lib/x.db", "sqlite:///x.db?mode=ro", "sqlite://host/x.db", "postgresql://h:p"],
)
def test_what_is_no_url_is_refused(text: str) -> None:
    """A path alone, a query, a host where none belongs, a port that is none."""
    assert code_of(text) == "storage_url_invalid"


def test_a_refusal_does_not_show_the_password() -> None:
    """Neither in the sentence nor in a cause."""
    with pytest.raises(Misuse) as refusal:
        read_database_url("postgresql://me:CANARY@host:port/x")
    error: BaseException | None = refusal.value
    while error is not None:
        assert "CANARY" not in repr(error)
        error = error.__cause__


@pytest.mark.requirement("ID-3")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_new_file_is_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    """Only the account of the program reads and writes it."""
    path = tmp_path / "vault.db"
    before = os.umask(umask)
    try:
        prepare_file(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_is_there_keeps_its_content_and_mode(tmp_path: Path) -> None:
    """An operator may have let a backup group read it."""
    path = tmp_path / "vault.db"
    path.write_bytes(b"content")
    path.chmod(0o640)
    prepare_file(path)
    assert path.read_bytes() == b"content"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_missing_directory_is_named_and_not_made(tmp_path: Path) -> None:
    """A typing error must not start a new, empty vault somewhere."""
    path = tmp_path / "missing" / "vault.db"
    with pytest.raises(Misuse, match="missing") as refusal:
        prepare_file(path)
    assert refusal.value.code == "storage_directory_missing"
    path.parent.mkdir()
    prepare_file(path)


@contextmanager
def without_privileges() -> Iterator[None]:
    """As an account that owns nothing, if the tests run as root; root may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    """No right to the file, no right to its directory, or no file at all but a directory."""
    path = tmp_path / "vault.db"
    path.touch(mode=0o000)
    with without_privileges(), pytest.raises(Misuse, match=r"vault\.db") as refusal:
        prepare_file(path)
    assert refusal.value.code == "storage_unreadable"
    with pytest.raises(Misuse) as refusal:
        prepare_file(tmp_path)
    assert refusal.value.code == "storage_unreadable"
    path.chmod(0o600)
    prepare_file(path)
