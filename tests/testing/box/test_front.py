"""The front page and the way out."""

from __future__ import annotations

import pytest

from elicitor.testing import AuthorizationServer, ScriptedBrowser
from testing.flow import Flow

pytestmark = pytest.mark.anyio


async def test_says_who_is_signed_in(box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser) -> None:
    """Nobody, then Bob."""
    assert "Nobody is signed in" in (await browser.open(f"{box.issuer}/")).text
    await flow.authorize(browser, "bob")
    page = await browser.open(f"{box.issuer}/")
    assert "signed in as bob" in page.text
    assert "The app" in page.text


async def test_signing_out_ends_the_session(box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser) -> None:
    """Also for a copy of the cookie."""
    await flow.authorize(browser, "bob")
    copied = browser.cookies.copy()
    page = await (await browser.open(f"{box.issuer}/")).submit("Sign out")
    assert "Nobody is signed in" in page.text
    async with ScriptedBrowser(copied) as thief:
        assert "Nobody is signed in" in (await thief.open(f"{box.issuer}/")).text


async def test_signing_out_without_a_session_is_no_error(box: AuthorizationServer, browser: ScriptedBrowser) -> None:
    """Back to the front page."""
    page = await browser.submit_from(box.issuer, f"{box.issuer}/sign-out", {})
    assert (page.status, page.address.path) == (200, "/")
