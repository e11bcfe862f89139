"""`serve()`: an address for a block."""

from __future__ import annotations

import warnings

import httpx2
import pytest

from elicitor.development import InsecureDevelopmentWarning
from elicitor.errors import Misuse
from elicitor.testing import AuthorizationServer, Listener, serve

pytestmark = pytest.mark.anyio


def _box(issuer: str = "") -> AuthorizationServer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InsecureDevelopmentWarning)
        return AuthorizationServer(issuer, algorithm="ES256")


async def test_gives_a_box_its_address(http: httpx2.AsyncClient) -> None:
    """The free port that was found."""
    async with serve(_box()) as box:
        found = await http.get(f"{box.issuer}/.well-known/openid-configuration")
        assert found.json()["issuer"] == box.issuer
        assert box.issuer.startswith("http://127.0.0.1:")


async def test_an_address_can_be_known_before(http: httpx2.AsyncClient) -> None:
    """For two servers that need each other's; here by the name `localhost`."""
    listener = Listener.open(host="localhost")
    async with serve(_box(listener.origin), listener) as box:
        assert box.issuer == listener.origin
        reply = await http.get(f"http://127.0.0.1:{listener.port}/.well-known/openid-configuration")
        assert reply.json()["issuer"] == listener.origin


async def test_an_issuer_elsewhere_is_kept(http: httpx2.AsyncClient) -> None:
    """A box behind a proxy, or one that lies about itself, keeps the issuer it was given."""
    listener = Listener.open()
    async with serve(_box("https://elsewhere.example"), listener) as box:
        reply = await http.get(f"{listener.origin}/.well-known/openid-configuration")
        assert reply.json()["issuer"] == box.issuer == "https://elsewhere.example"


async def test_serves_again_at_the_same_place() -> None:
    """A restart on the same port is the same box; on another port it would contradict itself."""
    first = Listener.open()
    box = _box()
    async with serve(box, first):
        pass
    async with serve(box, Listener.open(first.port)):
        pass
    with pytest.raises(Misuse):
        box.settle("http://127.0.0.1:1")
