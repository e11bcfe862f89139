"""The fixture that starts as many of these servers as a test wants, each with its role."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from support.oidc_provider.running import RunningProvider, running_oidc_provider

__all__ = ["StartProvider", "start_oidc_provider"]

StartProvider = Callable[..., RunningProvider]


@pytest.fixture
def start_oidc_provider() -> Iterator[StartProvider]:
    """Starts a server; takes what `running_oidc_provider` takes. All are stopped after the test."""
    with ExitStack() as running:
        yield lambda *clients, **options: running.enter_context(running_oidc_provider(*clients, **options))
