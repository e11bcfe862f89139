"""The stage that the tests of the house play on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from elicitor import development_http
from elicitor.testing.stage import Stage, set_stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """Everything running."""
    async with set_stage(development_http()) as running:
        yield running
