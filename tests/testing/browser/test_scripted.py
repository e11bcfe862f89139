"""The browser as a whole."""

from __future__ import annotations

import pytest

from elicitor.testing import Cookie, ScriptedBrowser
from testing.browser.site import Site

pytestmark = pytest.mark.anyio


async def test_a_typed_address_comes_from_nowhere(site: Site, browser: ScriptedBrowser) -> None:
    """And a link from elsewhere does not; that page is not visited."""
    await browser.open(f"{site.here}/end")
    await browser.open(f"{site.here}/end", opened_from="https://evil.example/page?x#y")
    typed, linked = site.echo.take()
    assert typed["sec-fetch-site"] == "none"
    assert "referer" not in typed
    assert linked["sec-fetch-site"] == "cross-site"
    assert linked["referer"] == "https://evil.example/"


async def test_an_old_browser_sends_no_fetch_metadata(site: Site) -> None:
    """For the servers' second line of defence."""
    async with ScriptedBrowser(fetch_metadata=False) as old:
        await old.submit_from("http://evil.localhost:1/", f"{site.here}/end", {"a": "1"})
    (seen,) = site.echo.take()
    assert not any(name.startswith("sec-fetch") for name in seen)
    assert seen["origin"] == "http://evil.localhost:1"


async def test_begins_with_the_cookies_it_is_given(site: Site, browser: ScriptedBrowser) -> None:
    """A copy of another browser's, say."""
    browser.cookies.plant(Cookie("sid", "stolen", "127.0.0.1"))
    async with ScriptedBrowser(browser.cookies.copy()) as thief:
        await thief.open(f"{site.here}/end")
    assert site.echo.take()[-1]["cookies"] == "sid"


async def test_a_forged_form_can_hold_anything(site: Site, browser: ScriptedBrowser) -> None:
    """Repeated names, another encoding, another policy."""
    evil = "http://evil.localhost:1/"
    await browser.submit_from(evil, f"{site.here}/end", [("a", "1"), ("a", "2")], referrer_policy="no-referrer")
    await browser.submit_from(evil, f"{site.here}/end", {"a": "1"}, enctype="text/plain")
    first, second = site.echo.take()
    assert (first["body"], first["origin"]) == ("a=1&a=2", "null")
    assert (second["type"], second["body"]) == ("text/plain", "a=1\r\n")
