"""Revocation (RFC 7009)."""

from __future__ import annotations

import pytest

from elicitor.testing import ScriptedBrowser
from testing.flow import Flow

pytestmark = pytest.mark.anyio


async def _revoke(flow: Flow, token: str | None, **changes: str | None) -> int:
    fields = {"client_id": "app", "client_secret": flow.secret, "token": token, **changes}
    body = {name: value for name, value in fields.items() if value is not None}
    return (await flow.http.post(f"{flow.box.issuer}/revoke", data=body)).status_code


async def test_a_refresh_token_takes_its_family_along(flow: Flow, browser: ScriptedBrowser) -> None:
    """Access tokens of the same consent end too (section 2.1)."""
    found = await flow.tokens(browser, scope="openid files:read")
    assert await _revoke(flow, found["refresh_token"]) == 200
    assert (await flow.get("/api/files", found["access_token"])).status_code == 401
    assert (await flow.refresh(found["refresh_token"])).json()["error"] == "invalid_grant"


async def test_an_access_token_goes_alone(flow: Flow, browser: ScriptedBrowser) -> None:
    """Its refresh token still works."""
    found = await flow.tokens(browser, scope="openid files:read")
    assert await _revoke(flow, found["access_token"]) == 200
    assert (await flow.get("/api/files", found["access_token"])).status_code == 401
    assert (await flow.refresh(found["refresh_token"])).status_code == 200


async def test_an_unknown_token_is_no_error(flow: Flow) -> None:
    """Section 2.2."""
    assert await _revoke(flow, "unknown") == 200


async def test_another_client_revokes_nothing(flow: Flow, browser: ScriptedBrowser) -> None:
    """It is told nothing either."""
    found = await flow.tokens(browser, scope="openid files:read")
    for token in (found["refresh_token"], found["access_token"]):
        assert await _revoke(flow, token, client_id="public", client_secret=None) == 200
    assert (await flow.get("/api/files", found["access_token"])).status_code == 200


async def test_the_client_has_to_authenticate(flow: Flow) -> None:
    """And a token has to be named."""
    assert await _revoke(flow, "x", client_secret="wrong") == 401
    assert await _revoke(flow, None) == 400
