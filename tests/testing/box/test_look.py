"""The pages: headers, escaping, and that each says what this is."""

from __future__ import annotations

import pytest

from elicitor.testing import AuthorizationServer, Client, ScriptedBrowser, User
from testing.flow import CALLBACK, Flow
from testing.place import MakeBox

pytestmark = pytest.mark.anyio

HOSTILE = '"><script>alert(1)</script><b id=x>'


@pytest.mark.parametrize("path", ["/", "/authorize", "/authorize?client_id=app"])
async def test_every_page_is_safe_and_says_what_it_is(
    box: AuthorizationServer, browser: ScriptedBrowser, path: str
) -> None:
    """Also the refusals."""
    page = await browser.open(f"{box.issuer}{path}")
    assert "Test server." in page.text
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["referrer-policy"] == "same-origin"
    assert "<script" not in page.html
    assert "style=" not in page.html


async def test_texts_of_others_are_escaped(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """Client names, user names, server names, and what a request carries."""
    flow.box = make_box(
        name=HOSTILE,
        users=[User("alice", HOSTILE)],
        clients=[Client("app", (CALLBACK,), flow.secret, HOSTILE)],
    )
    login = await flow.begin(browser)
    consent = await login.submit("Sign in", user="alice")
    front = await browser.open(f"{flow.box.issuer}/")
    refused = await flow.begin(browser, redirect_uri=f"http://x/{HOSTILE}")
    for page in (login, consent, front, refused):
        assert HOSTILE not in page.html
        assert HOSTILE in page.text


async def test_the_style_sheet_is_one_file(box: AuthorizationServer, browser: ScriptedBrowser) -> None:
    """Dark mode and phones included."""
    sheet = await browser.open(f"{box.issuer}/box.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert "prefers-color-scheme: dark" in sheet.html
    assert "max-width: 34rem" in sheet.html
