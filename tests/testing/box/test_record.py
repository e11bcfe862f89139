"""The record of what was asked."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import AuthorizationServer, ScriptedBrowser
from testing.flow import Flow

pytestmark = pytest.mark.anyio


async def test_methods_paths_and_parameter_names(
    box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser
) -> None:
    """In order; the values stay out of sight."""
    await flow.tokens(browser)
    seen = [(request.method, request.path) for request in box.requests]
    assert seen[0] == ("GET", "/authorize")
    assert seen[-1] == ("POST", "/token")
    last = box.requests[-1]
    assert last.grant_type == "authorization_code"
    assert {"code", "code_verifier", "client_secret"} <= last.parameters
    assert flow.secret is not None
    assert flow.secret not in repr(last)


async def test_the_whole_request_can_be_revealed(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """For tests that look for a leaked token, in address, headers and body."""
    await http.post(f"{box.issuer}/token?a=in-address", data={"b": "in-body"}, headers={"X-C": "in-header"})
    (request,) = box.requests
    for place in ("in-address", "in-body", "in-header"):
        assert place in request.wire.reveal()


async def test_counts_by_path_and_can_be_emptied(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """Counts go on though old requests are dropped."""
    for _ in range(3):
        await http.get(f"{box.issuer}/jwks")
    assert (box.calls("/jwks"), box.token_calls, len(box.requests)) == (3, 0, 3)
    box.forget_requests()
    assert (box.calls("/jwks"), box.requests) == (0, [])


async def test_only_token_requests_have_a_grant_type(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """The name elsewhere means nothing."""
    await http.get(f"{box.issuer}/jwks?grant_type=refresh_token")
    assert box.refresh_calls == 0
    assert box.requests[0].grant_type == ""


async def test_requests_for_nothing_are_recorded_too(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """So that the box can be the canary that must not be called."""
    assert (await http.get(f"{box.issuer}/favicon.ico")).status_code == 404
    assert (await http.delete(f"{box.issuer}/token")).status_code == 405
    assert [(seen.method, seen.path) for seen in box.requests] == [
        ("GET", "/favicon.ico"),
        ("DELETE", "/token"),
    ]
