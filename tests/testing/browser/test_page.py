"""Pages: what a person reads and does."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from elicitor.testing import Blocked, NotOnThePage, ScriptedBrowser
from testing.browser.site import Site

pytestmark = pytest.mark.anyio


def _page(site: Site, **options: str) -> str:
    return f"{site.here}/page?{urlencode(options)}"


async def test_reading(site: Site, browser: ScriptedBrowser) -> None:
    """Status, title, text, links, buttons; the repr names no query."""
    page = await browser.open(_page(site, to="/end"))
    assert (page.status, page.title, page.text) == (200, "page", "Go there\nSend")
    assert [link.text for link in page.links] == ["Go there"]
    assert page.buttons == ["Send"]
    assert page.headers["content-type"].startswith("text/html")
    assert repr(page) == f"<Page 200 {site.here}/page 'page'>"


async def test_clicking_and_submitting(site: Site, browser: ScriptedBrowser) -> None:
    """By the words on them; a tab stays usable after another was opened."""
    page = await browser.open(_page(site, to="/end"))
    assert (await page.click("Go there")).title == "end"
    assert (await page.click("Send")).title == "end"
    assert (await page.submit()).title == "end"
    assert (await page.submit("Send", {"b": "words"})).title == "end"
    assert site.echo.take()[-1]["body"] == "a=1&b=words"


async def test_what_is_not_there(site: Site, browser: ScriptedBrowser) -> None:
    """The sentence lists what is."""
    page = await browser.open(_page(site))
    with pytest.raises(NotOnThePage, match="'Go there'"):
        await page.click("Go elsewhere")
    with pytest.raises(NotOnThePage, match="'Send'"):
        await page.submit("Sign in")
    with pytest.raises(NotOnThePage):
        await page.submit("Send", a="2")


async def test_a_get_form_replaces_the_query(site: Site, browser: ScriptedBrowser) -> None:
    """As browsers do."""
    page = await browser.open(_page(site, method="get", to="/end?old=1"))
    assert (await page.submit("Send", b="2")).url == f"{site.here}/end?a=1&b=2"


async def test_encodings(site: Site, browser: ScriptedBrowser) -> None:
    """text/plain goes, multipart is refused by name."""
    page = await browser.open(_page(site, enctype="text/plain"))
    await page.submit("Send", b="x")
    assert site.echo.take()[-1]["body"] == "a=1\r\nb=x\r\n"
    page = await browser.open(_page(site, enctype="multipart/form-data"))
    with pytest.raises(NotOnThePage) as caught:
        await page.submit("Send")
    assert caught.value.code == "multipart_form"


async def test_scripts_in_links_do_not_run(site: Site, browser: ScriptedBrowser) -> None:
    """A `javascript:` link is refused."""
    page = await browser.open(_page(site, to="javascript:alert(1)"))
    with pytest.raises(Blocked) as caught:
        await page.click("Go there")
    assert caught.value.code == "scheme_refused"


async def test_a_text_that_is_no_html_is_shown_as_it_is(site: Site, browser: ScriptedBrowser) -> None:
    """No links, no forms."""
    page = await browser.open(f"{site.here}/set")
    assert (page.text, page.links, page.forms, page.title) == ("set", [], [], "")


async def test_the_policy_of_the_page_counts(site: Site, browser: ScriptedBrowser) -> None:
    """For its links."""
    page = await browser.open(_page(site, to="/end", **{"referrer-policy": "no-referrer"}))
    assert page.referrer_policy == "no-referrer"
    await page.click("Go there")
    assert "referer" not in site.echo.take()[-1]
    page = await browser.open(_page(site, to="/end"))
    await page.click("Go there")
    assert site.echo.take()[-1]["referer"] == page.url
