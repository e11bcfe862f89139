"""Listeners and servers on loopback: bound first, closed afterwards, loud when they cannot start."""

from __future__ import annotations

import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread
import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from elicitor.errors import Misuse, NotReady
from elicitor.testing import Listener, run_app, run_app_in_thread

pytestmark = pytest.mark.anyio


async def _hello(request: Request) -> PlainTextResponse:
    return PlainTextResponse(request.headers["host"])


APP = Starlette(routes=[Route("/", _hello)])


def test_a_free_port_is_bound_at_once() -> None:
    """The address is known before any server runs."""
    listener = Listener.open()
    with listener.socket:
        assert listener.origin == f"http://127.0.0.1:{listener.port}"
        assert listener.socket.getsockname() == ("127.0.0.1", listener.port)


def test_answers_do_not_wait_for_each_other() -> None:
    """On what it accepts asyncio sets TCP_NODELAY only if the listener names its protocol."""
    listener = Listener.open()
    with listener.socket:
        assert listener.socket.proto == socket.IPPROTO_TCP


def test_the_host_is_only_a_name() -> None:
    """`localhost` and names under it are other sites to a browser, at the same socket address."""
    listener = Listener.open(host="acme.localhost")
    with listener.socket:
        assert listener.origin == f"http://acme.localhost:{listener.port}"
        assert listener.socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize("host", ["0.0.0.0", "example.com", "localhost.example.com", "10.0.0.1", ""])
def test_other_hosts_are_refused(host: str) -> None:
    """Servers for tests listen on this machine only."""
    with pytest.raises(Misuse) as caught:
        Listener.open(host=host)
    assert caught.value.code == "not_loopback"


def test_a_taken_port_is_refused() -> None:
    """With a sentence; the honest twin is the listener that holds it."""
    held = Listener.open()
    with held.socket, pytest.raises(Misuse) as caught:
        Listener.open(held.port)
    assert caught.value.code == "port_taken"
    Listener.open(held.port).socket.close()


def test_serves_without_an_event_loop() -> None:
    """For tests that are not async."""
    with run_app_in_thread(APP, Listener.open()) as origin, httpx2.Client(trust_env=False) as client:
        assert client.get(f"{origin}/").text == origin.removeprefix("http://")


async def test_the_socket_is_closed_afterwards() -> None:
    """Nothing listens when the block is over."""
    async with run_app(APP) as origin, httpx2.AsyncClient(trust_env=False) as client:
        assert (await client.get(f"{origin}/")).status_code == 200
    port = int(origin.rpartition(":")[2])
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port)):  # noqa: PT011
        pass


async def test_lifespan_runs() -> None:
    """An application that needs its lifespan gets it."""
    seen: list[str] = []

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        seen.append("up")
        yield
        seen.append("down")

    async with run_app(Starlette(lifespan=lifespan)):
        assert seen == ["up"]
    assert seen == ["up", "down"]


async def test_a_failed_start_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """An application whose start-up raises does not leave the test waiting, and the log says why."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        raise RuntimeError("no database")
        yield

    running = run_app(Starlette(lifespan=lifespan))
    with pytest.raises(NotReady) as caught:
        await running.__aenter__()
    assert caught.value.code == "server_did_not_start"
    assert "no database" in caplog.text


async def test_stops_though_a_request_hangs() -> None:
    """A request that never ends is cut off when the block ends."""
    reached = threading.Event()

    async def hang(_: Request) -> PlainTextResponse:
        reached.set()
        await anyio.sleep_forever()
        raise AssertionError

    async def ask(origin: str) -> None:
        async with httpx2.AsyncClient(trust_env=False, timeout=20) as client:
            with pytest.raises(httpx2.HTTPError):
                (await client.get(f"{origin}/")).raise_for_status()

    app = Starlette(routes=[Route("/", hang)])
    async with anyio.create_task_group() as tasks, run_app(app) as origin:
        tasks.start_soon(ask, origin)
        await anyio.to_thread.run_sync(reached.wait, 10)


@pytest.mark.parametrize("anyio_backend", ["trio"])
async def test_serves_under_trio(anyio_backend: str) -> None:
    """The server has its own loop, so the test's may be trio."""
    async with run_app(APP) as origin, httpx2.AsyncClient(trust_env=False) as client:
        assert (await client.get(f"{origin}/")).status_code == 200
