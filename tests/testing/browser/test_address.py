"""Addresses, origins and sites."""

from __future__ import annotations

import pytest

from elicitor.testing.browser import Blocked
from elicitor.testing.browser.address import parse_address


@pytest.mark.parametrize(
    ("text", "origin", "site", "loopback"),
    [
        ("http://127.0.0.1:8000/a?b#c", "http://127.0.0.1:8000", "http://127.0.0.1", True),
        ("http://LOCALHOST:80", "http://localhost", "http://localhost", True),
        ("https://localhost:443/", "https://localhost", "https://localhost", True),
        ("http://a.acme.localhost:1/", "http://a.acme.localhost:1", "http://acme.localhost", True),
        ("http://[::1]:8000/", "http://[::1]:8000", "http://[::1]", True),
        ("https://mail.example.com/", "https://mail.example.com", "https://example.com", False),
        ("http://0x7f.1/", "http://127.0.0.1", "http://127.0.0.1", True),
        ("http://127.0.0.1.example.com/", "http://127.0.0.1.example.com", "http://example.com", False),
        ("http://localhost.example/", "http://localhost.example", "http://localhost.example", False),
    ],
)
def test_origin_site_and_loopback(text: str, origin: str, site: str, loopback: bool) -> None:
    """The port belongs to the origin and not to the site; hosts are as a browser reads them."""
    address = parse_address(text)
    assert (address.origin, address.site, address.is_loopback) == (origin, site, loopback)


def test_only_https_and_loopback_are_trustworthy() -> None:
    """Where Sec-Fetch-* and Secure cookies are sent."""
    trusted = ["https://example.com", "http://localhost:1", "http://127.9.9.9"]
    assert [parse_address(text).is_trustworthy for text in [*trusted, "http://example.com"]] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("/x", "http://127.0.0.1:1/x"),
        ("x?y#z", "http://127.0.0.1:1/dir/x?y#z"),
        ("../x", "http://127.0.0.1:1/x"),
        ("?y", "http://127.0.0.1:1/dir/page?y"),
        ("//localhost:2/x", "http://localhost:2/x"),
        ("\\\\localhost:2\\x", "http://localhost:2/x"),
        ("/\\localhost:2/x", "http://localhost:2/x"),
        (" http://local\nhost:2/ ", "http://localhost:2/"),
        ("http:\\\\localhost:2\\x", "http://localhost:2/x"),
        ("HTTP:x", "http://127.0.0.1:1/dir/x"),
        ("", "http://127.0.0.1:1/dir/page"),
        ("#here", "http://127.0.0.1:1/dir/page#here"),
    ],
)
def test_links_are_joined_as_browsers_do(reference: str, expected: str) -> None:
    """Backslashes are slashes, and line breaks are nothing."""
    assert str(parse_address("http://127.0.0.1:1/dir/page").join(reference)) == expected


@pytest.mark.parametrize(
    "reference",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
    ],
)
def test_other_schemes_are_refused(reference: str) -> None:
    """Also in disguise."""
    with pytest.raises(Blocked) as caught:
        parse_address("http://127.0.0.1:1/").join(reference)
    assert caught.value.code == "scheme_refused"


@pytest.mark.parametrize("text", ["", "localhost:8000", "http://", "http://a b/", "//localhost/"])
def test_what_is_no_address_is_refused(text: str) -> None:
    """With the same code."""
    with pytest.raises(Blocked) as caught:
        parse_address(text)
    assert caught.value.code == "scheme_refused"
