"""Who calls the token endpoint: the three methods, and every way to get them wrong."""

from __future__ import annotations

import base64

import pytest

from elicitor.testing import ScriptedBrowser
from testing.flow import SECRET, Flow

pytestmark = pytest.mark.anyio


def _basic(client_id: str, secret: str) -> str:
    return "Basic " + base64.b64encode(f"{client_id}:{secret}".encode()).decode()


async def _ask(flow: Flow, header: str | None = None, **fields: str) -> tuple[int, str]:
    headers = {} if header is None else {"Authorization": header}
    reply = await flow.http.post(
        f"{flow.box.issuer}/token",
        data={"grant_type": "refresh_token", "refresh_token": "unknown", **fields},
        headers=headers,
    )
    return reply.status_code, reply.json()["error"]


PASSED = (400, "invalid_grant")
"""The client was accepted; only the refresh token is unknown."""


async def test_the_three_methods(flow: Flow) -> None:
    """client_secret_basic (form-encoded, RFC 6749 section 2.3.1), client_secret_post, none."""
    encoded = "s3cret+with+spaces+%26+%2B"
    assert await _ask(flow, _basic("app", encoded)) == PASSED
    assert await _ask(flow, client_id="app", client_secret=SECRET) == PASSED
    assert await _ask(flow, client_id="public") == PASSED


@pytest.mark.parametrize(
    "header",
    [_basic("app", "wrong"), _basic("nobody", "x"), _basic("public", "x"), "Basic !!!", "Basic", "Bearer x"],
)
async def test_a_bad_header_is_refused(flow: Flow, header: str) -> None:
    """With 401 and a challenge."""
    reply = await flow.http.post(
        f"{flow.box.issuer}/token",
        data={"grant_type": "refresh_token", "refresh_token": "x"},
        headers={"Authorization": header},
    )
    assert (reply.status_code, reply.json()["error"]) == (401, "invalid_client")
    assert reply.headers["www-authenticate"].startswith("Basic")


@pytest.mark.parametrize(
    "fields",
    [
        {"client_id": "app"},
        {"client_id": "app", "client_secret": "wrong"},
        {"client_id": "public", "client_secret": "anything"},
        {"client_id": "nobody"},
    ],
)
async def test_a_bad_body_is_refused(flow: Flow, fields: dict[str, str]) -> None:
    """A confidential client without its secret, a wrong one, a public client with one."""
    assert await _ask(flow, **fields) == (401, "invalid_client")


async def test_two_methods_at_once_are_refused(flow: Flow) -> None:
    """RFC 6749 section 2.3: no more than one."""
    assert await _ask(flow, _basic("app", "x"), client_secret="x") == (400, "invalid_request")
    header = _basic("app", "s3cret+with+spaces+%26+%2B")
    assert await _ask(flow, header, client_id="public") == (400, "invalid_request")
    assert await _ask(flow, header, client_id="app") == PASSED


async def test_nobody_is_refused(flow: Flow) -> None:
    """No client at all."""
    assert await _ask(flow) == (400, "invalid_request")


async def test_a_public_client_goes_all_the_way(flow: Flow, browser: ScriptedBrowser) -> None:
    """PKCE is its proof."""
    flow.client_id, flow.secret = "public", None
    assert (await flow.tokens(browser))["token_type"] == "Bearer"
