"""The four formats, against examples of our own and the JSON Schema Test Suite."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitor.protocol.forms.formats import CHECKS, is_date, is_date_time, is_email, is_uri

SUITE = Path(__file__).parents[4] / "shared" / "data" / "jsonschema"
needs_suite = pytest.mark.skipif(not SUITE.is_dir(), reason="the borrowed test suite (../shared/data) is not here")


def suite_tests() -> Iterator[tuple[str, str, bool]]:
    """Format, text and verdict."""
    for name in CHECKS:
        file = SUITE / "draft2020-12" / "optional" / "format" / f"{name}.json"
        for group in json.loads(file.read_text(encoding="utf-8")):
            yield from ((name, test["data"], test["valid"]) for test in group["tests"] if isinstance(test["data"], str))


@needs_suite
@pytest.mark.requirement("FORM-3")
def test_the_verdicts_are_those_of_the_test_suite() -> None:
    """Every text, with no exception."""
    tests = list(suite_tests())
    assert len(tests) > 150
    assert [(name, text) for name, text, valid in tests if CHECKS[name](text) is not valid] == []


@pytest.mark.case("R028", "R029")
@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("date", "2024-02-29", "2023-02-29"),
        ("date", "0000-02-29", "2026-2-9"),
        ("date", "2026-02-28", "2026-02-28\n"),
        ("date", "2026-02-28", "٢٠٢٦-02-28"),
        ("date-time", "2026-02-28T10:00:00Z", "2026-02-28T10:00:00"),
        ("date-time", "2026-02-28T10:00:00.5+02:00", "2026-02-28 10:00:00Z"),
        ("date-time", "1998-12-31T23:59:60Z", "1998-12-31T22:59:60Z"),
        ("date-time", "2026-02-28t10:00:00z", "now"),
        ("date-time", "2026-02-28T10:00:00-23:59", "2026-02-28T10:00:00-24:00"),
        ("email", "ada@example.com", "@"),
        ("email", '"ada lovelace"@example.com', "ada lovelace@example.com"),
        ("email", "ada@[IPv6:::1]", "ada@[IPv6:1]"),
        ("email", "ada@[192.0.2.1]", "ada@[192.0.2.256]"),
        ("email", "a.b@example.com", "a..b@example.com"),
        ("email", f"{'a' * 64}@example.com", f"{'a' * 65}@example.com"),
        ("email", "ada@example.com", "ada@exa_mple.com"),
        ("uri", "https://example.com/a?b#c", "not a uri"),
        ("uri", "mailto:ada@example.com", "//example.com"),
        ("uri", "https://[2001:db8::1]:443/", "https://[2001:db8::1/"),
        ("uri", "https://[v1.a]/", "https://[v1]/"),
        ("uri", "https://u@example.com:80/", "https://example.com:8o/"),
        ("uri", "https://[::1]/", "https://[fe80::1%25lo]/"),
        ("uri", "a:", ":a"),
        ("uri", "a:b%20", "a:b%2"),
    ],
)
def test_a_format_tells_good_from_bad(name: str, good: str, bad: str) -> None:
    """One change makes the difference."""
    assert CHECKS[name](good)
    assert not CHECKS[name](bad)


@pytest.mark.attack("F18")
@given(st.text(max_size=400))
def test_any_text_gets_a_verdict(text: str) -> None:
    """None of them fails on anything."""
    assert {check(text) for check in (is_date, is_date_time, is_email, is_uri)} <= {True, False}


@pytest.mark.attack("F18")
@pytest.mark.parametrize("text", ["a" * 60_000, "a." * 30_000, "a-" * 30_000 + "@", '"' + "\\" * 60_000, "%4" * 30_000])
def test_long_texts_take_no_time(text: str) -> None:
    """The expressions are linear; a quadratic one would hang here."""
    assert not is_email(f"{text}@{text}")
    assert not is_uri(f"a://{text}|")
