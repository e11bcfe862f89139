"""The cookie jar. Chromium is asked about the same in test_against_chromium.py."""

from __future__ import annotations

import pytest

from elicitor.testing.browser import Cookie, CookieJar
from elicitor.testing.browser.address import Address, parse_address

HOME = parse_address("http://127.0.0.1:1/dir/page")
PLAIN = parse_address("http://shop.example/")
SECURE = parse_address("https://shop.example/")


class Clock:
    """Time, moved by hand."""

    now = 1_800_000_000

    def __call__(self) -> int:
        """The present."""
        return self.now


def _sent(jar: CookieJar, address: Address = HOME, *, same_site: bool = True, safe_method: bool = True) -> str:
    return jar.header_for(address, same_site=same_site, safe_method=safe_method)


def _jar(*cookies: str, at: Address = HOME, clock: Clock | None = None) -> CookieJar:
    jar = CookieJar(clock or Clock())
    for text in cookies:
        jar.receive(text, at)
    return jar


@pytest.mark.parametrize(
    ("attributes", "same_site", "link", "post"),
    [
        ("SameSite=Strict", True, False, False),
        ("SameSite=Lax", True, True, False),
        ("SameSite=None; Secure", True, True, True),
        ("samesite=lax", True, True, False),
    ],
)
def test_same_site_rules(attributes: str, same_site: bool, link: bool, post: bool) -> None:
    """From the same site, by a cross-site link, by a cross-site form post."""
    jar = _jar(f"a=1; {attributes}")
    assert bool(_sent(jar, safe_method=False)) is same_site
    assert bool(_sent(jar, same_site=False)) is link
    assert bool(_sent(jar, same_site=False, safe_method=False)) is post


@pytest.mark.parametrize("attributes", ["", "SameSite=Nonsense"])
def test_a_cookie_without_samesite_goes_with_posts_for_two_minutes(attributes: str) -> None:
    """Chromium's exception for old sign-in pages; then it is Lax."""
    clock = Clock()
    jar = _jar(f"a=1; {attributes}", clock=clock)
    assert _sent(jar, same_site=False, safe_method=False)
    clock.now += 121
    assert not _sent(jar, same_site=False, safe_method=False)
    assert _sent(jar, same_site=False)


def test_renewing_the_same_value_does_not_renew_the_two_minutes() -> None:
    """A page cannot keep the exception open by setting the cookie again; a new value is a new cookie."""
    clock = Clock()
    jar = _jar("a=1", clock=clock)
    clock.now += 121
    jar.receive("a=1", HOME)
    assert not _sent(jar, same_site=False, safe_method=False)
    jar.receive("a=2", HOME)
    assert _sent(jar, same_site=False, safe_method=False)


@pytest.mark.parametrize(
    ("text", "at", "taken"),
    [
        ("a=1; Secure", HOME, True),
        ("a=1; Secure", SECURE, True),
        ("a=1; Secure", PLAIN, False),
        ("a=1; SameSite=None", HOME, False),
        ("__Host-a=1; Secure; Path=/", HOME, True),
        ("__Host-a=1; Secure; Path=/", SECURE, True),
        ("__Host-a=1; Secure; Path=/", PLAIN, False),
        ("__Host-a=1; Path=/", SECURE, False),
        ("__Host-a=1; Secure", SECURE, False),
        ("__Host-a=1; Secure; Path=/dir", SECURE, False),
        ("__Host-a=1; Secure; Path=/; Domain=shop.example", SECURE, False),
        ("__host-a=1; Path=/", SECURE, False),
        ("__Secure-a=1; Secure", SECURE, True),
        ("__Secure-a=1", SECURE, False),
        ("a=1; Domain=example", SECURE, False),
        ("a=1; Domain=other.example", SECURE, False),
        ("a=1; Domain=hop.example", SECURE, False),
        ("a=1; Domain=.shop.example", SECURE, True),
        ("a=1; Domain=127.0.0.1", HOME, True),
        ("a=1; Domain=0.0.1", HOME, False),
        ("", HOME, False),
        ("=", HOME, False),
        ("a=1\r\nb=2", HOME, False),
        ("a=" + "x" * 5000, HOME, False),
    ],
)
def test_what_is_taken(text: str, at: Address, taken: bool) -> None:
    """Secure on loopback is, as in Chromium; prefixes keep their promises."""
    assert _jar().receive(text, at) is taken


def test_secure_cookies_are_not_sent_over_plain_http() -> None:
    """Except on this machine."""
    assert not _sent(_jar("a=1; Secure", at=SECURE), PLAIN)
    assert _sent(_jar("a=1; Secure", at=SECURE), SECURE)
    assert _sent(_jar("a=1; Secure"), HOME)


def test_cookies_ignore_the_port() -> None:
    """Why a cookie on loopback must carry the port in its name."""
    jar = _jar("a=1")
    assert _sent(jar, parse_address("http://127.0.0.1:9/dir/")) == "a=1"
    assert _sent(jar, parse_address("http://localhost:1/dir/")) == ""


def test_domains() -> None:
    """A domain cookie goes to sister hosts; a host cookie does not."""
    here, sister = parse_address("http://a.acme.localhost:1/"), parse_address("http://b.acme.localhost:1/")
    jar = _jar("wide=1; Domain=acme.localhost", "narrow=1", at=here)
    assert _sent(jar, here) == "wide=1; narrow=1"
    assert _sent(jar, sister) == "wide=1"


def test_paths() -> None:
    """The default is the directory; longer paths come first; a prefix must end at a slash."""
    jar = _jar("plain=1", "root=1; Path=/", "odd=1; Path=nonsense")
    assert _sent(jar) == "plain=1; odd=1; root=1"
    assert _sent(jar, parse_address("http://127.0.0.1:1/directory")) == "root=1"
    assert _sent(jar, parse_address("http://127.0.0.1:1/dir")) == "plain=1; odd=1; root=1"


def test_expiry() -> None:
    """Max-Age wins over Expires; what is past deletes."""
    clock = Clock()
    jar = _jar(
        "a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "b=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT",
        "c=1; Expires=nonsense",
        clock=clock,
    )
    assert _sent(jar) == "a=1; b=1; c=1"
    clock.now += 10
    assert _sent(jar) == "b=1; c=1"
    jar.receive("b=; Max-Age=0", HOME)
    jar.receive("c=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", HOME)
    assert _sent(jar) == ""
    jar.receive("never=1; Max-Age=-1", HOME)
    assert jar.find("never") is None


def test_a_thief_can_copy_and_plant() -> None:
    """For attack tests: a copy is independent, and planting knows no rules."""
    jar = _jar("a=1")
    copy = jar.copy()
    copy.plant(Cookie("__Host-sid", "fixed", "127.0.0.1"))
    assert _sent(copy) == "a=1; __Host-sid=fixed"
    assert _sent(jar) == "a=1"
    assert len(copy) == 2
    assert copy.remove("a") == 1
    assert copy.find("__Host-sid", "127.0.0.1") is not None
    assert copy.find("__Host-sid", "localhost") is None
    copy.clear()
    assert list(copy) == []


def test_a_nameless_cookie_is_kept() -> None:
    """Browsers do, and send its value alone."""
    assert _sent(_jar("value")) == "value"
