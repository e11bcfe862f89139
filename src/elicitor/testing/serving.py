"""Running an ASGI application on a loopback port while a test or a demo goes on.

The server has a thread and an event loop of its own. So it answers whatever the test's own loop does, works
under asyncio and trio alike, and leaves the signals to the main thread. The port is bound before anything
else happens: two servers that have to know each other's addresses open both listeners first.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import uvicorn

from elicitor.development import is_loopback_host
from elicitor.errors import Misuse, NotReady

if TYPE_CHECKING:
    from starlette.types import ASGIApp

__all__ = ["CutShort", "Listener", "run_app", "run_app_in_thread"]

_SECONDS_TO_START = 10.0
_BACKLOG = 256


@dataclass(frozen=True, slots=True)
class Listener:
    """A bound and listening loopback port.

    Attributes:
        socket: what the server accepts on. The server closes it.
        origin: the address browsers use, `http://127.0.0.1:4444`.
    """

    socket: socket.socket
    origin: str

    @classmethod
    def open(cls, port: int = 0, *, host: str = "127.0.0.1") -> Listener:
        """Bind a port on loopback.

        Args:
            port: 0 for a free one.
            host: how the address names this machine: `127.0.0.1`, `localhost` or `something.localhost`. To a
                browser these are different sites, though it is 127.0.0.1 that is bound each time.

        Raises:
            Misuse: `not_loopback`, the host is not this machine; `port_taken`, choose another port.
        """
        if not is_loopback_host(host) and not host.endswith(".localhost"):
            raise Misuse("not_loopback", f"Servers for tests listen on loopback only, not on {host}.")
        # The protocol is named because asyncio sets TCP_NODELAY only then; without it answers wait 40 ms.
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            bound.close()
            raise Misuse("port_taken", f"Port {port} cannot be bound; choose another one.") from error
        bound.listen(_BACKLOG)
        return cls(bound, f"http://{host}:{bound.getsockname()[1]}")

    @property
    def port(self) -> int:
        """The port number."""
        return int(self.origin.rpartition(":")[2])


class CutShort(Exception):
    """An application raises it to drop the connection on purpose, amid an answer; it is not logged."""


@contextlib.contextmanager
def run_app_in_thread(app: ASGIApp, listener: Listener) -> Iterator[str]:
    """Run an application until the block ends; gives its origin. Blocks shortly at both ends.

    Raises:
        NotReady: `server_did_not_start`, its start-up failed.
    """
    server = _server(app)
    thread = threading.Thread(target=_run, args=(server, listener.socket), name=f"serve {listener.origin}", daemon=True)
    thread.start()
    try:
        _wait_until_started(server, thread)
        yield listener.origin
    finally:
        server.should_exit = True
        thread.join()
        listener.socket.close()


@contextlib.asynccontextmanager
async def run_app(app: ASGIApp, listener: Listener | None = None) -> AsyncIterator[str]:
    """As `run_app_in_thread`, without blocking the event loop; opens a listener where none is given."""
    running = run_app_in_thread(app, listener or Listener.open())
    origin = await anyio.to_thread.run_sync(running.__enter__)
    try:
        yield origin
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(running.__exit__, None, None, None)


def _server(app: ASGIApp) -> uvicorn.Server:
    logging.getLogger("uvicorn.error").addFilter(_not_cut_short)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="error",
        access_log=False,
        lifespan="auto",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def _not_cut_short(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], CutShort))


def _run(server: uvicorn.Server, bound: socket.socket) -> None:
    with contextlib.suppress(SystemExit):  # uvicorn's way to say that the start-up failed; it has logged why
        server.run(sockets=[bound])


def _wait_until_started(server: uvicorn.Server, thread: threading.Thread) -> None:
    pause = threading.Event()
    for _ in range(int(_SECONDS_TO_START * 200)):
        if server.started:
            return
        if not thread.is_alive():
            break
        pause.wait(0.005)
    raise NotReady("server_did_not_start", "The server for tests did not start.")
