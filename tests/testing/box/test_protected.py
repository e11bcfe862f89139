"""Userinfo and the files: what opens them and what does not."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import AuthorizationServer, ScriptedBrowser
from testing.flow import Flow
from testing.place import MakeBox

pytestmark = pytest.mark.anyio


async def test_lists_the_files_of_the_user(flow: Flow, browser: ScriptedBrowser) -> None:
    """A JSON list of names."""
    found = await flow.tokens(browser, "bob", scope="files:read")
    reply = await flow.get("/api/files", found["access_token"])
    assert reply.json() == ["ledger-1843.ods", "christmas-goose.jpg"]
    assert reply.headers["cache-control"] == "no-store"


async def test_userinfo_follows_the_scopes(flow: Flow, browser: ScriptedBrowser) -> None:
    """OpenID Connect Core section 5.4."""
    few = await flow.tokens(browser, scope="openid")
    assert (await flow.get("/userinfo", few["access_token"])).json() == {"sub": "alice"}
    more = await flow.tokens(browser, scope="openid email profile")
    assert (await flow.get("/userinfo", more["access_token"])).json() == {
        "sub": "alice",
        "name": "Alice Liddell",
        "preferred_username": "alice",
        "email": "alice@example.test",
    }


async def test_a_missing_scope_is_told(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 6750 section 3.1: 403 and which scope."""
    found = await flow.tokens(browser, scope="openid")
    reply = await flow.get("/api/files", found["access_token"])
    assert reply.status_code == 403
    assert reply.headers["www-authenticate"] == 'Bearer error="insufficient_scope", scope="files:read"'


async def test_no_token_is_a_plain_challenge(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """RFC 6750 section 3: no error code where nothing was shown."""
    reply = await http.get(f"{box.issuer}/api/files")
    assert (reply.status_code, reply.headers["www-authenticate"]) == (401, "Bearer")


async def test_a_forged_token_is_refused(flow: Flow) -> None:
    """Anything that was not issued."""
    reply = await flow.get("/api/files", "eyJhbGciOiJub25lIn0.e30.")
    assert reply.status_code == 401
    assert reply.headers["www-authenticate"] == 'Bearer error="invalid_token"'


async def test_an_access_token_expires(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """At its last second it is good."""
    now = 1_800_000_000
    flow.box = make_box(clock=lambda: now, access_token_lifetime=10)
    found = await flow.tokens(browser, scope="files:read")
    now += 9
    assert (await flow.get("/api/files", found["access_token"])).status_code == 200
    now += 1
    assert (await flow.get("/api/files", found["access_token"])).status_code == 401


async def test_a_token_for_another_resource_is_refused(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 8707: it is not ours to take; the same without the resource opens."""
    flow.box.add_resource("https://mcp.example.com/mcp")
    foreign = await flow.tokens(browser, scope="openid files:read", resource="https://mcp.example.com/mcp")
    for path in ("/api/files", "/userinfo"):
        assert (await flow.get(path, foreign["access_token"])).status_code == 401
    own = await flow.tokens(browser, scope="openid files:read")
    for path in ("/api/files", "/userinfo"):
        assert (await flow.get(path, own["access_token"])).status_code == 200


async def test_a_user_can_end_all_their_grants(flow: Flow, browser: ScriptedBrowser) -> None:
    """`revoke_user`: as on an account page; others keep theirs."""
    alice = await flow.tokens(browser, scope="files:read")
    bob = await flow.tokens(browser, "bob", scope="files:read", prompt="login")
    assert flow.box.revoke_user("alice") == 1
    assert flow.box.revoke_user("nobody") == 0
    assert (await flow.get("/api/files", alice["access_token"])).status_code == 401
    assert (await flow.get("/api/files", bob["access_token"])).status_code == 200


async def test_only_the_third_party_has_files(make_box: MakeBox, http: httpx2.AsyncClient) -> None:
    """A box without the API has no such page."""
    box = make_box(serves_files=False)
    assert (await http.get(f"{box.issuer}/api/files")).status_code == 404
