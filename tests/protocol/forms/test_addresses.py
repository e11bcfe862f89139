"""Links in texts, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitor.protocol.forms.addresses import find_address


@pytest.mark.requirement("URL-4")
@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Go to https://example.com/a?b", "https://example.com/a?b"),
        ("Go to hxxps://example.com", "https://example.com"),
        ("Go to hxxp[:]//example[.]com", "http://example.com"),
        ("see example.com for more", "example.com"),
        ("See (example.com).", "example.com"),
        ("EXAMPLE.COM", "EXAMPLE.COM"),
        ("Example.Com", "Example.Com"),
        ("www.example.org", "www.example.org"),
        ("bit.ly/x", "bit.ly/x"),
        ("t.co", "t.co"),
        ("github.io", "github.io"),
        ("elicitor.github.io", "elicitor.github.io"),
        ("example.co.uk", "example.co.uk"),
        ("example[.]com", "example.com"),
        ("example (dot) com", "example.com"),
        ("example dot com", "example.com"),
        ("example．com", "example.com"),
        ("example。com", "example.com"),
        ("exa\u200bmple.com", "example.com"),
        ("пример.рф", "пример.рф"),
        ("请访问例子.中国", "请访问例子.中国"),
        ("10.0.0.1:8080", "10.0.0.1:8080"),
        ("192.0.2.1/admin", "192.0.2.1/admin"),
        ("localhost:8080", "localhost:8080"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("data:text/html,x", "data:text/html,x"),
        ("tel:+4930123", "tel:+4930123"),
        ("evil.zip/x", "evil.zip/x"),
        ("www.evil.zip", "www.evil.zip"),
        ("mail ada@example.com or see example.org", "example.org"),
    ],
)
def test_a_link_is_found_as_a_person_would_find_it(text: str, address: str) -> None:
    """With and without a scheme, and behind its disguises."""
    assert find_address(text) == address


@pytest.mark.requirement("URL-4")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Which day?",
        "e.g. this, i.e. that, etc.",
        "v1.2 and 1.5.2 and 3.5",
        "node.js, Vue.js and ASP.NET",
        "ada@example.com",
        "mailto:ada@example.com",
        "It is done.It works",
        "notes.md, main.py and backup.zip",
        "user.name and menu.open",
        "10.0.0.1",
        "at 10:30, 1:2",
        "and/or, 5/7",
        "U.S.A., a.m., Ph.D.",
        "Hello: this is data: take it",
        "你好。例如",
        "co.uk",
        "foo.nosuchending",
        "localhost",
        "...",
        "-.-",
    ],
)
def test_what_is_no_link_is_left_alone(text: str) -> None:
    """Abbreviations, versions, files, mail addresses, times."""
    assert find_address(text) is None


@given(st.text(max_size=200))
def test_any_text_gets_a_verdict(text: str) -> None:
    """Nothing makes it fail."""
    assert find_address(text) is None or find_address(text)


@pytest.mark.attack("F18")
@pytest.mark.parametrize(
    "text", ["a." * 50_000, "1.2.3." * 20_000, "a@" * 50_000, "[.]" * 30_000, "a-" * 50_000 + ".com"]
)
def test_long_texts_take_no_time(text: str) -> None:
    """The expressions are linear; a quadratic one would hang here."""
    find_address(text)
