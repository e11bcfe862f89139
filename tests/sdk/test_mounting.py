"""Mounted under another application, with and without its prefix in the public address."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from elicitor.errors import Misuse
from elicitor.protocol.link import validate_public_url
from elicitor.sdk.mounting import check_mount


def look(public_url: str, root_path: str | None) -> None:
    """Compare an address with a mount."""
    request = None if root_path is None else SimpleNamespace(scope={"root_path": root_path})
    house: Any = SimpleNamespace(public_url=validate_public_url(public_url, None))
    check_mount(house, cast("Any", SimpleNamespace(request=request)))


@pytest.mark.parametrize(
    ("public_url", "root_path"),
    [
        ("https://mcp.example.com", ""),
        ("https://mcp.example.com", None),
        ("https://mcp.example.com/files", "/files"),
        ("https://mcp.example.com/outer/files", "/files"),
        ("https://mcp.example.com/files", ""),
    ],
)
def test_links_that_lead_here_are_sent(public_url: str, root_path: str | None) -> None:
    """A proxy may add a prefix that is not seen from inside."""
    look(public_url, root_path)


@pytest.mark.case("R148")
def test_links_that_would_lead_nowhere_are_not() -> None:
    """And the sentence says what to add."""
    with pytest.raises(Misuse, match="add /files"):
        look("https://mcp.example.com", "/files")
