"""Which part of a host somebody registered."""

from __future__ import annotations

import pytest

from elicitor.protocol.links.domains import registrable_domain


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("a.b.example.com", "example.com"),
        ("example.co.uk", "example.co.uk"),
        ("evil.github.io", "evil.github.io"),
        ("a.evil.pages.dev", "evil.pages.dev"),
        ("example.com.", "example.com"),
        ("com", ""),
        ("co.uk", ""),
        ("localhost", ""),
    ],
)
def test_suffixes_public_and_private_are_known(host: str, domain: str) -> None:
    """Whoever has a page on a shared host is not the host."""
    assert registrable_domain(host) == domain
