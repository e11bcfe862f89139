"""The echo site as the tests know it."""

from __future__ import annotations

from dataclasses import dataclass

from testing.browser.echo import Echo


@dataclass(frozen=True)
class Site:
    """The echo site under three names, which are three sites to a browser."""

    echo: Echo
    here: str
    there: str
    acme: str
