"""The authorization endpoint: what is refused on a page, what is told to the client, what goes through."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from elicitor.testing import AuthorizationServer, ScriptedBrowser, sign_in
from testing.flow import CALLBACK, Flow, callback_of

pytestmark = pytest.mark.anyio


async def test_the_honest_way(flow: Flow, browser: ScriptedBrowser) -> None:
    """A code, the state as it was sent, and the issuer (RFC 9207)."""
    callback = await flow.authorize(browser)
    assert set(callback) == {"code", "state", "iss"}
    assert callback["state"] == flow.state
    assert callback["iss"] == flow.box.issuer


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": f"{CALLBACK}/"},
        {"redirect_uri": f"{CALLBACK}?x=1"},
        {"redirect_uri": CALLBACK.upper()},
        {"redirect_uri": "http://evil.example/callback"},
        {"redirect_uri": None},
        {"redirect_uri": [CALLBACK, CALLBACK]},
        {"client_id": "stranger"},
        {"client_id": None},
        {"client_id": ["app", "public"]},
    ],
)
async def test_an_unproven_return_address_gets_a_page(
    flow: Flow, browser: ScriptedBrowser, changes: dict[str, str | list[str] | None]
) -> None:
    """RFC 6749 section 4.1.2.1: no redirect to an address that is not the client's own."""
    page = await flow.begin(browser, **changes)
    assert page.status == 400
    assert "location" not in page.headers
    assert page.forms == []


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code id_token"}, "unsupported_response_type"),
        ({"response_type": None}, "invalid_request"),
        ({"response_mode": "form_post"}, "invalid_request"),
        ({"request": "eyJ"}, "request_not_supported"),
        ({"request_uri": "https://x.example/r"}, "request_uri_not_supported"),
        ({"scope": "openid everything"}, "invalid_scope"),
        ({"resource": "https://unknown.example/mcp"}, "invalid_target"),
        ({"prompt": "none login"}, "invalid_request"),
        ({"prompt": "create"}, "invalid_request"),
        ({"max_age": "soon"}, "invalid_request"),
        ({"nonce": ["a", "b"]}, "invalid_request"),
    ],
)
async def test_a_bad_request_is_told_to_the_client(
    flow: Flow, browser: ScriptedBrowser, changes: dict[str, str | list[str] | None], error: str
) -> None:
    """With state and issuer, and nobody was bothered with a page."""
    callback = callback_of(await flow.begin(browser, **changes))
    assert callback["error"] == error
    assert callback["state"] == flow.state
    assert callback["iss"] == flow.box.issuer
    assert "code" not in callback


async def test_a_request_may_come_by_post(flow: Flow, browser: ScriptedBrowser) -> None:
    """OpenID Connect Core section 3.1.2.1 asks for both methods."""
    address, _, query = flow.url().partition("?")
    page = await browser.submit_from("http://client.localhost:1/", address, parse_qsl(query))
    assert "code" in callback_of(await sign_in(page, "alice", stop_at=CALLBACK))


async def test_state_may_be_absent(flow: Flow, browser: ScriptedBrowser) -> None:
    """It is the client's own; the box invents none."""
    callback = await flow.authorize(browser, state=None)
    assert "state" not in callback


async def test_the_answer_leaves_no_trace_in_caches_or_referrers(flow: Flow, browser: ScriptedBrowser) -> None:
    """The redirect that carries the code is not stored and not told on."""
    page = await sign_in(await flow.begin(browser), "alice", stop_at=CALLBACK)
    headers = page.hops[-1].headers
    assert page.hops[-1].status == 303
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"


async def test_a_body_that_is_no_form_is_refused(box: AuthorizationServer, browser: ScriptedBrowser) -> None:
    """A post of another type gets a page."""
    page = await browser.submit_from(box.issuer, f"{box.issuer}/authorize", {"client_id": "app"}, enctype="text/plain")
    assert page.status == 415
