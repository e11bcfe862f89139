"""One server for the issuers of a test file: each test has an issuer of its own, and none waits for a server."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator

import pytest

from elicitor.development import InsecureDevelopmentWarning
from oauth.issuer import Host, Issuer, running_host


@pytest.fixture(scope="module")
async def host(anyio_backend: str) -> AsyncIterator[Host]:
    """Runs for the whole file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InsecureDevelopmentWarning)
        async with running_host() as running:
            yield running


@pytest.fixture
def issuer(host: Host) -> Issuer:
    """A new one, with one key, k1."""
    return host.move_in()
