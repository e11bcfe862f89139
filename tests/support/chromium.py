"""The real browser: its own cookies, its own content security policy, its own idea of a redirect.

Chromium comes from the distribution, not from Playwright, and is installed by `make test`. Where it is missing the
tests fail and say so.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright

__all__ = ["ARGUMENTS", "chromium", "chromium_path", "running_chromium"]

ARGUMENTS = (
    "--no-sandbox",  # the tests may run as root, who has none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str:
    """Where it is.

    Raises:
        RuntimeError: it is not installed.
    """
    for name in _NAMES:
        if path := shutil.which(name):
            return path
    raise RuntimeError("These tests need Chromium. Run `make test` as root, or: apt-get install chromium")


@asynccontextmanager
async def running_chromium() -> AsyncIterator[Browser]:
    """A browser without a window; make a context in it for each person."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


@pytest.fixture
async def chromium() -> AsyncIterator[Browser]:
    """A browser of the test's own."""
    async with running_chromium() as browser:
        yield browser
