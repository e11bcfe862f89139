"""The page is there while it is needed, on loopback, and gone afterwards."""

from __future__ import annotations

import socket
import threading
import time

import anyio.to_thread
import httpx2
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from elicitor.client.page.serving import Served

pytestmark = pytest.mark.anyio

PAGE = Starlette(routes=[Route("/", lambda _: PlainTextResponse("the page"))])


@pytest.mark.attack("F29", "F30", "F32")
async def test_the_page_is_served_on_loopback_until_it_is_idle() -> None:
    """Its address holds no secret; another program cannot bind the port; then the port is closed."""
    idle = threading.Event()
    served = await anyio.to_thread.run_sync(Served, PAGE, idle.is_set)
    async with httpx2.AsyncClient(trust_env=False) as client:
        assert (await client.get(served.address)).text == "the page"
    assert served.address == f"http://127.0.0.1:{served.port}/"
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", served.port))
    idle.set()
    for _ in range(300):
        if not served.is_running:
            break
        await anyio.sleep(0.01)
    await anyio.to_thread.run_sync(served.stop)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", served.port))


async def test_stopping_twice_is_stopping_once() -> None:
    """And leaves no thread behind."""
    before = threading.active_count()
    served = await anyio.to_thread.run_sync(Served, PAGE, lambda: False)
    assert served.is_running
    await anyio.to_thread.run_sync(served.stop)
    await anyio.to_thread.run_sync(served.stop)
    assert not served.is_running
    end = time.monotonic() + 2
    while threading.active_count() > before + 1 and time.monotonic() < end:  # noqa: ASYNC110  threads ring no bell
        await anyio.sleep(0.01)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("loopback page")]
