"""Hosts that are numbers, and hosts that are here."""

from __future__ import annotations

import pytest

from elicitor.protocol.links.addresses import is_local, is_loopback, number_of


@pytest.mark.parametrize("host", ["localhost", "x.localhost", "localhost.", "127.0.0.1", "[::1]", "[::ffff:7f00:1]"])
def test_this_computer(host: str) -> None:
    """By every name it has."""
    assert is_loopback(host)
    assert is_local(host)


@pytest.mark.parametrize(
    "host", ["10.1.2.3", "169.254.169.254", "[fe80::1]", "[2002:a00:1::]", "nas", "nas.lan", "db.internal", "0.0.0.0"]
)
def test_this_network(host: str) -> None:
    """Not this computer, and not the world either."""
    assert is_local(host)
    assert not is_loopback(host)


@pytest.mark.parametrize(
    "host", ["example.com", "8.8.8.8", "[2606:4700::1111]", "localhost.example.com", "127.0.0.1.example"]
)
def test_elsewhere(host: str) -> None:
    """The honest twin."""
    assert not is_local(host)


def test_a_number_is_told_from_a_name() -> None:
    """In brackets or not."""
    assert str(number_of("[::1]")) == "::1"
    assert number_of("example.com") is None
