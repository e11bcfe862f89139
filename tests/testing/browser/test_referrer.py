"""Referer and Origin by policy. Chromium is asked about the same in test_against_chromium.py."""

from __future__ import annotations

import pytest

from elicitor.testing.browser.address import parse_address
from elicitor.testing.browser.referrer import DEFAULT_POLICY, origin_header, policy_of, referer_header

PAGE = parse_address("https://page.example/path?query#fragment")
SAME = parse_address("https://page.example/other")
OTHER = parse_address("https://other.example/")
PLAIN = parse_address("http://other.example/")
FULL, ORIGIN = "https://page.example/path?query", "https://page.example/"


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("no-referrer", [None, None, None]),
        ("no-referrer-when-downgrade", [FULL, FULL, None]),
        ("origin", [ORIGIN, ORIGIN, ORIGIN]),
        ("origin-when-cross-origin", [FULL, ORIGIN, ORIGIN]),
        ("same-origin", [FULL, None, None]),
        ("strict-origin", [ORIGIN, ORIGIN, None]),
        ("strict-origin-when-cross-origin", [FULL, ORIGIN, None]),
        ("unsafe-url", [FULL, FULL, FULL]),
    ],
)
def test_referer(policy: str, expected: list[str | None]) -> None:
    """To the same origin, another one, and one over plain http. The fragment never goes."""
    assert [referer_header(policy, PAGE, target) for target in (SAME, OTHER, PLAIN)] == expected


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("no-referrer", ["null", "null", "null"]),
        ("same-origin", ["https://page.example", "null", "null"]),
        ("strict-origin", ["https://page.example", "https://page.example", "null"]),
        ("unsafe-url", ["https://page.example", "https://page.example", "https://page.example"]),
    ],
)
def test_origin_of_a_form_post(policy: str, expected: list[str]) -> None:
    """`no-referrer` makes it null even at home."""
    assert [origin_header(policy, PAGE, [target]) for target in (SAME, OTHER, PLAIN)] == expected


def test_origin_is_hidden_once_a_redirect_has_changed_it() -> None:
    """As Chromium does it."""
    assert origin_header(DEFAULT_POLICY, PAGE, [SAME, SAME]) == "https://page.example"
    assert origin_header(DEFAULT_POLICY, PAGE, [OTHER, SAME]) == "null"


def test_a_long_referer_is_cut_to_the_origin() -> None:
    """At 4096 characters."""
    long = parse_address(f"https://page.example/{'x' * 5000}")
    assert referer_header("unsafe-url", long, SAME) == ORIGIN


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, DEFAULT_POLICY),
        ("", DEFAULT_POLICY),
        ("nonsense", DEFAULT_POLICY),
        ("NO-REFERRER", "no-referrer"),
        ("no-referrer, same-origin", "same-origin"),
        ("same-origin, nonsense", "same-origin"),
    ],
)
def test_the_last_known_token_counts(header: str | None, expected: str) -> None:
    """Referrer Policy section 4.1."""
    assert policy_of(header) == expected


def test_another_default_can_be_given() -> None:
    """A redirect without the header keeps the policy there was."""
    assert policy_of(None, "no-referrer") == "no-referrer"
