"""Running the page on a free loopback port, in a thread of its own, so that it works under every event loop.

The port is bound before anybody hears of it, without sharing it, and is closed when it has been idle for a moment
(F30). Nothing but 127.0.0.1 is ever bound (F32).
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from elicitor.client.page.guard import Guard
from elicitor.client.page.peer import find_user_of_peer
from elicitor.errors import NotReady

if TYPE_CHECKING:
    from starlette.types import ASGIApp

__all__ = ["Served"]

_SECONDS_TO_START = 5.0


class _Server(uvicorn.Server):
    """Leaves the signals of the program alone: they are the application's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture nothing."""
        yield


class Served:
    """A page that is being served.

    Args:
        app: the page.
        is_idle: asked several times a second; the server stops when it says yes.

    Raises:
        NotReady: `page_not_served`, no port could be bound or the server did not start.
    """

    def __init__(self, app: ASGIApp, is_idle: Callable[[], bool]) -> None:
        self._socket = _bind()
        self.port: int = self._socket.getsockname()[1]
        guarded = Guard(app, self.port, self._is_same_user)
        config = uvicorn.Config(
            guarded,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server = _Server(config)
        self._is_idle = is_idle
        self._thread = threading.Thread(target=self._run, name="loopback page", daemon=True)
        self._thread.start()
        self._wait_until_started()

    @property
    def address(self) -> str:
        """Where the page is. It holds no secret."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def is_running(self) -> bool:
        """Whether it still is."""
        return self._thread.is_alive() and not self._server.should_exit

    def stop(self) -> None:
        """Stop serving; returns when the port is closed."""
        self._server.should_exit = True
        self._thread.join()

    def _is_same_user(self, peer: tuple[str, int]) -> bool:
        return find_user_of_peer(peer, self.port) == os.getuid()

    def _run(self) -> None:
        watcher = threading.Thread(target=self._watch, name="loopback page idle", daemon=True)
        watcher.start()
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._server.should_exit = True
            self._socket.close()
            watcher.join()

    def _watch(self) -> None:
        while not self._server.should_exit:
            if self._is_idle():
                self._server.should_exit = True
            time.sleep(0.1)

    def _wait_until_started(self) -> None:
        end = time.monotonic() + _SECONDS_TO_START
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > end:
                self.stop()
                raise NotReady("page_not_served", "The page on this computer could not be started.")
            time.sleep(0.005)


def _bind() -> socket.socket:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.bind(("127.0.0.1", 0))
        bound.listen(16)
    except OSError as error:
        bound.close()
        raise NotReady("page_not_served", "No port for the page could be bound on this computer.") from error
    return bound
