"""Insecure settings have one door, with a name."""

from __future__ import annotations

import pytest

from elicitor.development import InsecureDevelopmentWarning, development_http, is_loopback_host


def test_it_warns_when_it_is_opened() -> None:
    """So that it is seen in every log of a program that does it."""
    with pytest.warns(InsecureDevelopmentWarning, match="production"):
        development_http()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.255.0.9", "::1", "[::1]"])
def test_this_machine_is_loopback(host: str) -> None:
    """By name and by number."""
    assert is_loopback_host(host)


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1.example", "127.1", "0.0.0.0", "localhost.example", "10.0.0.1", "128.0.0.1"]
)
def test_others_are_not(host: str) -> None:
    """However they look."""
    assert not is_loopback_host(host)
