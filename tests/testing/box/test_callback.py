"""Sending people back: the client's own query is kept, and what is added is escaped."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from elicitor.testing import Client, ScriptedBrowser, sign_in
from testing.flow import CALLBACK, Flow, callback_of

pytestmark = pytest.mark.anyio


async def test_the_query_of_the_registered_address_is_kept(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 6749 section 3.1.2."""
    address = f"{CALLBACK}?tenant=a%20b"
    flow.box.register(Client("app", (address,), flow.secret))
    page = await sign_in(await flow.begin(browser, redirect_uri=address), "alice", stop_at=CALLBACK)
    assert page.stopped_before.startswith(f"{address}&code=")


@pytest.mark.parametrize("state", ["a&code=forged", "\r\nSet-Cookie: a=b", "ü €", "x" * 3000, "#f"])
async def test_a_hostile_state_comes_back_as_it_was(flow: Flow, browser: ScriptedBrowser, state: str) -> None:
    """It cannot add parameters or headers."""
    flow.state = state
    page = await sign_in(await flow.begin(browser), "alice", stop_at=CALLBACK)
    pairs = parse_qsl(urlsplit(page.stopped_before).query, keep_blank_values=True)
    assert [name for name, _ in pairs] == ["code", "state", "iss"]
    assert callback_of(page)["state"] == state
    assert "a" not in [cookie.name for cookie in browser.cookies]
