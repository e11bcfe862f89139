"""Connections are shared, and closing a client leaves them open."""

from __future__ import annotations

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from elicitor.server.api_transport import ApiTransport
from elicitor.testing import run_app

pytestmark = pytest.mark.anyio


async def test_two_clients_one_after_the_other_use_the_same_connection() -> None:
    """Async ones and others."""
    ports: list[int] = []

    async def note(request: Request) -> Response:
        assert request.client is not None
        ports.append(request.client.port)
        return PlainTextResponse("x")

    async with run_app(Starlette(routes=[Route("/", note)])) as origin:
        transport = ApiTransport()
        for _ in range(2):
            async with httpx2.AsyncClient(transport=transport.borrow_async()) as client:
                await client.get(origin)
        assert len(set(ports)) == 1
        for _ in range(2):
            with httpx2.Client(transport=transport.borrow_sync()) as other:
                other.get(origin)
        assert len(set(ports)) == 2
        await transport.aclose()
        await ApiTransport().aclose()
