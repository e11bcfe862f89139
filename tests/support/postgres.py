"""A PostgreSQL server of the tests' own: made from nothing in a temporary directory, gone when they end.

It listens on a free loopback port only, lets everybody in from there, and does not wait for the disk.
PostgreSQL refuses to run as root; then the server runs as the `postgres` account that the distribution's
package creates. Where no server is installed the tests fail and say what to install: a test that skips
itself proves nothing.
"""

from __future__ import annotations

import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

__all__ = ["PostgresServer", "running_postgres"]

_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
_USER = "elicitor"
_START_SECONDS = 60.0
_STOP_SECONDS = 30.0
_TRIES = 3


@dataclass
class PostgresServer:
    """A running server.

    Attributes:
        port: on 127.0.0.1.
        directory: where its files are, write-ahead log included.
        process: the server, a child of this process.
    """

    port: int
    directory: Path
    process: subprocess.Popen[bytes]
    _launch: Callable[[int], subprocess.Popen[bytes]]

    def url(self, database: str = "postgres") -> str:
        """The URL of a database for `Storage`."""
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{database}"

    def create_database(self) -> str:
        """Create an empty database with a name of its own; returns its URL."""
        name = f"test_{secrets.token_hex(8)}"
        self.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Delete a database that `create_database` made, whoever is still connected to it."""
        name = url.rsplit("/", 1)[1]
        self.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement outside of a transaction; returns its rows, if it has any."""
        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def crash(self) -> None:
        """Stop at once, without telling anybody."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(_STOP_SECONDS)

    def restart(self) -> None:
        """Start again on the same port, after `crash`.

        Raises:
            RuntimeError: it does not start.
        """
        self.process = self._launch(self.port)
        if not _is_up(self):
            raise RuntimeError(_complaint(self.directory))


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Start a server, and stop it and delete its files in the end."""
    binaries = _find_binaries()
    with tempfile.TemporaryDirectory(prefix="elicitor-postgres-") as place:
        account = _account()
        _hand_over(Path(place), account)
        directory = Path(place) / "data"
        _initialise(binaries, directory, account)
        server = _start(binaries, directory, account)
        try:
            yield server
        finally:
            _end(server.process)


def _find_binaries() -> Path:
    found = [place for pattern in _PLACES for place in Path("/").glob(pattern[1:])]
    found += [Path(shutil.which("initdb") or "/nowhere").parent]
    complete = [place for place in found if (place / "initdb").exists() and (place / "postgres").exists()]
    if complete:
        return max(complete, key=_version)
    raise RuntimeError(
        "These tests need a PostgreSQL server and there is none. "
        "Install one, with `apt-get install -y postgresql` or as your system does, and run them again."
    )


def _version(binaries: Path) -> int:
    shown = subprocess.run([binaries / "postgres", "--version"], capture_output=True, text=True, check=True)
    return int(re.findall(r"\d+", shown.stdout)[0])


def _account() -> dict[str, Any]:
    """How to start a child under an account that PostgreSQL accepts."""
    if os.geteuid() != 0:
        return {}
    try:
        entry = pwd.getpwnam("postgres")
    except KeyError:
        raise RuntimeError(
            "PostgreSQL does not run as root, and there is no account `postgres` to run it as. "
            "Install the distribution's package, or run the tests as another user."
        ) from None
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _hand_over(place: Path, account: dict[str, Any]) -> None:
    if account:
        os.chown(place, account["user"], account["group"])


def _initialise(binaries: Path, directory: Path, account: dict[str, Any]) -> None:
    command = [binaries / "initdb", "-D", directory, "-U", _USER, "-A", "trust", "-E", "UTF8"]
    done = subprocess.run(
        [*command, "--locale=C", "--no-sync"], capture_output=True, text=True, cwd="/", check=False, **account
    )
    if done.returncode != 0:
        raise RuntimeError(f"initdb failed: {done.stderr.strip()}")


def _start(binaries: Path, directory: Path, account: dict[str, Any]) -> PostgresServer:
    launch = partial(_launch, binaries, directory, account)
    for _ in range(_TRIES):
        port = _free_port()
        server = PostgresServer(port, directory, launch(port), launch)
        if _is_up(server):
            return server
        _end(server.process)  # most likely somebody else took the port in the meantime
    raise RuntimeError(_complaint(directory))


def _complaint(directory: Path) -> str:
    return f"PostgreSQL does not start: {(directory / 'log').read_text()[-2000:]}"


def _launch(binaries: Path, directory: Path, account: dict[str, Any], port: int) -> subprocess.Popen[bytes]:
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "100",
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with (directory / "log").open("ab") as log:
        return subprocess.Popen(
            [binaries / "postgres", "-D", directory, *options],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            **account,
        )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _is_up(server: PostgresServer) -> bool:
    """Wait for the server; whoever answers must show that it serves our own directory."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            [(directory,)] = server.execute("SHOW data_directory")
        except psycopg.OperationalError:
            time.sleep(0.05)
            continue
        return Path(directory) == server.directory
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
