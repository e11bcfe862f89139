"""Navigations against a real server: redirects hop by hop, and what goes with each."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from elicitor.testing import Blocked, ScriptedBrowser
from testing.browser.site import Site

pytestmark = pytest.mark.anyio


def _go(host: str, to: str, **options: str) -> str:
    return f"{host}/go?{urlencode({'to': to, **options})}"


async def test_every_hop_is_kept(site: Site, browser: ScriptedBrowser) -> None:
    """With method, address, status and the headers that were sent."""
    page = await browser.open(_go(site.here, _go(site.there, f"{site.here}/end#x")))
    assert [(hop.method, hop.status) for hop in page.hops] == [("GET", 302), ("GET", 302), ("GET", 200)]
    assert page.hops[-1].sent["sec-fetch-site"] == "none"
    assert page.url == f"{site.here}/end#x"


@pytest.mark.parametrize(
    ("status", "method", "body"),
    [
        ("301", "GET", ""),
        ("302", "GET", ""),
        ("303", "GET", ""),
        ("307", "POST", "a=1"),
        ("308", "POST", "a=1"),
    ],
)
async def test_what_a_redirect_does_to_a_post(
    site: Site, browser: ScriptedBrowser, status: str, method: str, body: str
) -> None:
    """Fetch, HTTP-redirect fetch, step 12."""
    await browser.submit_from(site.here, _go(site.here, f"{site.here}/end", status=status), {"a": "1"})
    last = site.echo.take()[-1]
    assert last["request"].split()[0] == method
    assert last["body"] == body
    assert bool(last["type"]) is bool(body)


async def test_stops_before_an_address(site: Site, browser: ScriptedBrowser) -> None:
    """So that a test can hold a callback in its hand."""
    page = await browser.open(_go(site.here, f"{site.there}/end?code=1"), stop_at=f"{site.there}/end")
    assert page.stopped_before == f"{site.there}/end?code=1"
    assert page.status == 302
    assert len(site.echo.take()) == 1
    page = await browser.open(page.stopped_before)
    assert (page.status, page.stopped_before) == (200, "")


@pytest.mark.parametrize("elsewhere", ["http://example.com/", "https://127.0.0.1.example.com/", "http://10.0.0.1/"])
async def test_does_not_leave_this_machine(site: Site, browser: ScriptedBrowser, elsewhere: str) -> None:
    """Neither at once nor by a redirect."""
    for url in (elsewhere, _go(site.here, elsewhere)):
        with pytest.raises(Blocked) as caught:
            await browser.open(url)
        assert caught.value.code == "left_loopback"


@pytest.mark.parametrize("elsewhere", ["javascript:alert(1)", "data:text/html,x"])
async def test_does_not_follow_a_redirect_to_another_scheme(
    site: Site, browser: ScriptedBrowser, elsewhere: str
) -> None:
    """`scheme_refused`."""
    with pytest.raises(Blocked) as caught:
        await browser.open(_go(site.here, elsewhere))
    assert caught.value.code == "scheme_refused"


async def test_gives_up_on_a_circle(site: Site, browser: ScriptedBrowser) -> None:
    """After twenty hops."""
    with pytest.raises(Blocked) as caught:
        await browser.open(f"{site.here}/round")
    assert caught.value.code == "too_many_redirects"
    assert len(site.echo.take()) == 20


async def test_cookies_are_taken_from_every_hop(site: Site, browser: ScriptedBrowser) -> None:
    """Also from redirects and errors."""
    await browser.open(f"{site.here}/set?{urlencode({'cookie': 'a=1; SameSite=Strict'})}")
    await browser.open(f"{site.here}/end", opened_from=f"{site.there}/page")
    await browser.open(f"{site.here}/end")
    cross, typed = site.echo.take()[-2:]
    assert (cross["cookies"], typed["cookies"]) == ("", "a")


async def test_a_forged_post_carries_no_lax_cookie(site: Site, browser: ScriptedBrowser) -> None:
    """The same form on the site's own page does."""
    await browser.open(f"{site.here}/set?{urlencode({'cookie': 'sid=1; SameSite=Lax'})}")
    await browser.submit_from(f"{site.there}/evil", f"{site.here}/end", {})
    await browser.submit_from(f"{site.here}/good", f"{site.here}/end", {})
    forged, honest = site.echo.take()[-2:]
    assert (forged["cookies"], forged["origin"], forged["sec-fetch-site"]) == ("", site.there, "cross-site")
    assert (honest["cookies"], honest["origin"], honest["sec-fetch-site"]) == (
        "sid",
        site.here,
        "same-origin",
    )


async def test_no_referrer_makes_the_origin_null(site: Site, browser: ScriptedBrowser) -> None:
    """The trap: a page's own form is refused by a server that compares origins."""
    for policy, origin in (("no-referrer", "null"), ("same-origin", site.here)):
        page = await browser.open(f"{site.here}/page?{urlencode({'referrer-policy': policy})}")
        await page.submit("Send")
        assert site.echo.take()[-1]["origin"] == origin


async def test_form_action_stops_the_redirect_and_nothing_arrives(site: Site, browser: ScriptedBrowser) -> None:
    """The hop at home was made, the one away was not."""
    away = _go(site.here, f"{site.there}/end", status="303")
    query = urlencode({"to": away, "content-security-policy": "form-action 'self'"})
    page = await browser.open(f"{site.here}/page?{query}")
    site.echo.take()
    with pytest.raises(Blocked) as caught:
        await page.submit("Send")
    assert caught.value.code == "form_action_blocked"
    assert [seen["request"].split()[0] for seen in site.echo.take()] == ["POST"]
    assert (await page.click("Go there")).status == 200
