"""A box for each test on one running server, a browser, and a client."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
import pytest

from elicitor.development import InsecureDevelopmentWarning
from elicitor.testing import AuthorizationServer, Client, Listener, ScriptedBrowser, run_app_in_thread
from elicitor.testing.box.flavours import FILES_SCOPES
from testing.browser.echo import Echo
from testing.browser.site import Site
from testing.flow import CALLBACK, SECRET, Flow
from testing.place import MakeBox, Place


@pytest.fixture(scope="session")
def place() -> Iterator[Place]:
    """The running server."""
    place, listener = Place(), Listener.open()
    place.origin = listener.origin
    with run_app_in_thread(place, listener):
        yield place


@pytest.fixture
def make_box(place: Place) -> MakeBox:
    """Builds the box of this test, with a confidential client `app` and a public one."""

    def make(**options: Any) -> AuthorizationServer:
        chosen = {
            "clients": [Client("app", (CALLBACK,), SECRET, "The app"), Client("public", (CALLBACK,))],
            "algorithm": "ES256",
            "scopes": FILES_SCOPES,
            "serves_files": True,
            **options,
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InsecureDevelopmentWarning)
            place.box = AuthorizationServer(place.origin, **chosen)
        return place.box

    return make


@pytest.fixture
def box(make_box: MakeBox) -> AuthorizationServer:
    """An honest box."""
    return make_box()


@pytest.fixture
async def browser() -> AsyncIterator[ScriptedBrowser]:
    """A fresh browser."""
    async with ScriptedBrowser() as browser:
        yield browser


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    """For calls between servers."""
    async with httpx2.AsyncClient(trust_env=False, timeout=10) as client:
        yield client


@pytest.fixture
def flow(box: AuthorizationServer, http: httpx2.AsyncClient) -> Flow:
    """A client of the honest box."""
    return Flow(box, http)


@pytest.fixture(scope="session")
def running_site() -> Iterator[Site]:
    """The server."""
    echo, listener = Echo(), Listener.open()
    port = listener.port
    with run_app_in_thread(echo.app(), listener):
        yield Site(echo, f"http://127.0.0.1:{port}", f"http://localhost:{port}", f"http://a.acme.localhost:{port}")


@pytest.fixture
def site(running_site: Site) -> Site:
    """With an empty record."""
    running_site.echo.take()
    return running_site
