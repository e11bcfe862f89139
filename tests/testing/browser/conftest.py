"""A running echo site for the tests of the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from elicitor.testing import Listener, run_app_in_thread
from testing.browser.echo import Echo


@dataclass(frozen=True)
class Site:
    """The echo site under three names, which are three sites to a browser."""

    echo: Echo
    here: str
    there: str
    acme: str


@pytest.fixture(scope="session")
def running_site() -> Iterator[Site]:
    """The server."""
    echo, listener = Echo(), Listener.open()
    port = listener.port
    with run_app_in_thread(echo.app(), listener):
        yield Site(
            echo, f"http://127.0.0.1:{port}", f"http://localhost:{port}", f"http://a.acme.localhost:{port}"
        )


@pytest.fixture
def site(running_site: Site) -> Site:
    """With an empty record."""
    running_site.echo.take()
    return running_site
