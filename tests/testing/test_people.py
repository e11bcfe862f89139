"""Signing in by script: whatever pages are shown, in whatever order, and nothing where none are."""

from __future__ import annotations

import pytest

from elicitor.testing import AuthorizationServer, ScriptedBrowser, sign_in
from testing.flow import CALLBACK, Flow, callback_of
from testing.place import MakeBox

pytestmark = pytest.mark.anyio


async def test_signs_in_and_allows(flow: Flow, browser: ScriptedBrowser) -> None:
    """The usual way: login page, consent page, callback."""
    page = await sign_in(await flow.begin(browser), "bob", stop_at=CALLBACK)
    assert "code" in callback_of(page)
    assert [hop.url.partition("?")[0].rpartition("/")[2] for hop in page.hops] == ["consent"]


async def test_denies(flow: Flow, browser: ScriptedBrowser) -> None:
    """`allow=False` presses the other button."""
    page = await sign_in(await flow.begin(browser), "bob", allow=False, stop_at=CALLBACK)
    assert callback_of(page)["error"] == "access_denied"


async def test_leaves_only_some_scopes_ticked(flow: Flow, browser: ScriptedBrowser) -> None:
    """`only` is what the person leaves ticked; the grant follows."""
    page = await flow.begin(browser, scope="openid files:read files:write")
    callback = callback_of(await sign_in(page, "bob", only={"files:read"}, stop_at=CALLBACK))
    reply = (await flow.redeem(callback["code"])).json()
    assert reply["scope"] == "files:read openid"


async def test_a_page_of_neither_kind_is_given_back(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """Where nothing is asked, nothing is done: the person is signed in and consent is remembered."""
    box = make_box(auto_approve=True)
    flow.box = box
    await flow.authorize(browser)
    page = await flow.begin(browser)
    assert await sign_in(page, "alice") is page


async def test_the_front_page_is_no_login_page(box: AuthorizationServer, browser: ScriptedBrowser) -> None:
    """A page without the two buttons is left alone."""
    page = await browser.open(f"{box.issuer}/")
    assert await sign_in(page, "alice") is page
