"""What every test has: asyncio as the backend of anyio's plugin, and ids of demands that are checked."""

from __future__ import annotations

import pytest

pytest_plugins = ["plugins.demands"]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop that async tests run on."""
    return "asyncio"
