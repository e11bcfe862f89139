"""The system says whose program is at the other end."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from elicitor.client.page.peer import find_user_of_peer, is_told_here

CALL = 'exec 3<>"/dev/tcp/127.0.0.1/$0"; cat'


@contextmanager
def called(user: int | None = None) -> Iterator[tuple[tuple[str, int], int]]:
    """A listening port that a program of a user has called: the other end, and the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with subprocess.Popen(["/bin/bash", "-c", CALL, str(port)], stdin=subprocess.PIPE, user=user) as caller:
            accepted, peer = listener.accept()
            with accepted:
                yield peer, port
            caller.terminate()


@pytest.mark.attack("F30")
@pytest.mark.parametrize("user", [None, pytest.param(65534, marks=pytest.mark.skipif(os.getuid() != 0, reason="root"))])
def test_the_user_of_a_connection_is_found(user: int | None) -> None:
    """Our own, and another's where we may become another."""
    with called(user) as (peer, port):
        assert find_user_of_peer(peer, port) == (os.getuid() if user is None else user)


def test_a_connection_that_is_not_there_has_no_user(tmp_path: Path) -> None:
    """Another port, another family, an empty table."""
    with called() as (peer, port):
        assert find_user_of_peer((peer[0], peer[1]), port + 1) is None
        assert find_user_of_peer(("::1", peer[1]), port) is None
        table = tmp_path / "tcp"
        table.write_text("  sl  local_address rem_address\n")
        assert find_user_of_peer(peer, port, table) is None


def test_where_it_is_not_told_is_known(tmp_path: Path) -> None:
    """Linux tells."""
    assert is_told_here() == sys.platform.startswith("linux")
    assert not is_told_here(tmp_path / "tcp")
