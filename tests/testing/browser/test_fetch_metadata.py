"""Sec-Fetch-Site along chains of redirects."""

from __future__ import annotations

import pytest

from elicitor.testing.browser.address import parse_address
from elicitor.testing.browser.fetch_metadata import fetch_headers, fetch_site

HERE, SISTER, AWAY = "http://a.acme.localhost:1/", "http://b.acme.localhost:2/", "http://127.0.0.1:1/"


@pytest.mark.parametrize(
    ("initiator", "chain", "expected"),
    [
        (None, [HERE], "none"),
        (None, [AWAY, HERE], "none"),
        (HERE, [HERE], "same-origin"),
        (HERE, [SISTER], "same-site"),
        (HERE, [AWAY], "cross-site"),
        (HERE, [HERE, HERE], "same-origin"),
        (HERE, [SISTER, HERE], "same-site"),
        (HERE, [AWAY, HERE], "cross-site"),
        (HERE, [HERE, AWAY, HERE], "cross-site"),
        (AWAY, [HERE, HERE], "cross-site"),
    ],
)
def test_one_foreign_hop_taints_the_rest(initiator: str | None, chain: list[str], expected: str) -> None:
    """Fetch Metadata section 2.4."""
    page = None if initiator is None else parse_address(initiator)
    assert fetch_site(page, [parse_address(text) for text in chain]) == expected


def test_another_port_is_another_origin_on_the_same_site() -> None:
    """The case of two servers on one machine."""
    here, there = parse_address("http://127.0.0.1:1/"), parse_address("http://127.0.0.1:2/")
    assert fetch_site(here, [there]) == "same-site"


def test_insecure_servers_are_told_nothing() -> None:
    """Sec-Fetch-* goes to trustworthy addresses only."""
    assert fetch_headers(None, [parse_address("http://example.com/")]) == {}
    assert set(fetch_headers(None, [parse_address(HERE)])) == {
        "Sec-Fetch-Site",
        "Sec-Fetch-Mode",
        "Sec-Fetch-User",
        "Sec-Fetch-Dest",
    }
