"""The token endpoint: codes and refresh tokens, each refusal beside its honest twin."""

from __future__ import annotations

import anyio
import pytest

from elicitor.testing import AuthorizationServer, Fault, ScriptedBrowser
from testing.flow import CALLBACK, Flow
from testing.place import MakeBox

pytestmark = pytest.mark.anyio

MCP = "https://mcp.example.com/mcp"
OTHER = "https://other.example.com/mcp"


async def test_a_code_becomes_tokens(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 6749 section 5.1, and the reply is kept by no cache."""
    callback = await flow.authorize(browser)
    reply = await flow.redeem(callback["code"])
    assert reply.status_code == 200
    assert reply.headers["cache-control"] == "no-store"
    found = reply.json()
    assert set(found) == {"access_token", "token_type", "expires_in", "scope", "refresh_token", "id_token"}
    assert (found["token_type"], found["expires_in"], found["scope"]) == ("Bearer", 3600, "openid")


@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "w" * 43},
        {"code_verifier": "v" * 42},
        {"code_verifier": "ü" * 43},
        {"redirect_uri": "http://client.localhost:1/other"},
        {"redirect_uri": None},
        {"code": "A" * 43},
        {"client_id": "public", "client_secret": None},
    ],
)
async def test_a_code_is_bound(
    flow: Flow, browser: ScriptedBrowser, changes: dict[str, str | list[str] | None]
) -> None:
    """To its verifier, return address and client. The refused try does not use it up."""
    code = (await flow.authorize(browser))["code"]
    refused = await flow.redeem(**{"code": code, **changes})  # type: ignore[arg-type]
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert (await flow.redeem(code)).status_code == 200


@pytest.mark.parametrize("name", ["grant_type", "code", "code_verifier"])
async def test_a_missing_parameter_is_told(flow: Flow, browser: ScriptedBrowser, name: str) -> None:
    """`invalid_request`."""
    code = (await flow.authorize(browser))["code"]
    refused = await flow.redeem(**{"code": code, name: None})  # type: ignore[arg-type]
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")


async def test_a_repeated_parameter_is_told(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 6749 section 3.2."""
    code = (await flow.authorize(browser))["code"]
    refused = await flow.redeem(code, redirect_uri=[CALLBACK, CALLBACK])
    assert refused.json()["error"] == "invalid_request"


async def test_a_code_expires(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """At its last second it is good; at the next it is not."""
    now = 1_800_000_000
    flow.box = make_box(clock=lambda: now, code_lifetime=60)
    first = (await flow.authorize(browser))["code"]
    second = (await flow.authorize(browser))["code"]
    now += 59
    assert (await flow.redeem(first)).status_code == 200
    now += 1
    assert (await flow.redeem(second)).json()["error"] == "invalid_grant"


async def test_a_code_used_twice_ends_its_tokens(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 6749 section 4.1.2: and what was issued on it is revoked."""
    flow.scope = "openid files:read"
    code = (await flow.authorize(browser))["code"]
    found = (await flow.redeem(code)).json()
    assert (await flow.get("/api/files", found["access_token"])).status_code == 200
    assert (await flow.redeem(code)).json()["error"] == "invalid_grant"
    assert (await flow.get("/api/files", found["access_token"])).status_code == 401
    assert (await flow.refresh(found["refresh_token"])).json()["error"] == "invalid_grant"


async def test_refresh_tokens_rotate(flow: Flow, browser: ScriptedBrowser) -> None:
    """Each one works once and gives the next."""
    found = await flow.tokens(browser)
    for _ in range(3):
        reply = await flow.refresh(found["refresh_token"])
        assert reply.status_code == 200
        assert reply.json()["refresh_token"] != found["refresh_token"]
        found = reply.json()
    assert "id_token" not in found


async def test_a_rotated_refresh_token_ends_the_family(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 9700 section 4.14.2: the youngest refresh token and the access tokens end too."""
    first = await flow.tokens(browser, scope="openid files:read")
    second = (await flow.refresh(first["refresh_token"])).json()
    bystander = await flow.tokens(browser, scope="openid files:read")
    assert (await flow.refresh(first["refresh_token"])).json()["error"] == "invalid_grant"
    assert (await flow.refresh(second["refresh_token"])).json()["error"] == "invalid_grant"
    assert (await flow.get("/api/files", second["access_token"])).status_code == 401
    assert (await flow.get("/api/files", bystander["access_token"])).status_code == 200


async def test_rotation_can_be_off(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """The same refresh token works again, and no new one comes."""
    flow.box = make_box(rotate_refresh_tokens=False)
    found = await flow.tokens(browser)
    for _ in range(2):
        reply = await flow.refresh(found["refresh_token"])
        assert reply.status_code == 200
        assert "refresh_token" not in reply.json()


@pytest.mark.parametrize(
    ("setting", "given"),
    [
        (("always", "openid"), True),
        (("offline_access", "openid"), False),
        (("offline_access", "openid offline_access"), True),
        (("never", "openid offline_access"), False),
    ],
)
async def test_when_refresh_tokens_are_given(
    make_box: MakeBox, flow: Flow, browser: ScriptedBrowser, setting: tuple[str, str], given: bool
) -> None:
    """By the setting, and by the scope where the setting says so."""
    refresh_tokens, scope = setting
    flow.box = make_box(refresh_tokens=refresh_tokens)
    assert ("refresh_token" in await flow.tokens(browser, scope=scope)) is given


async def test_a_refresh_can_narrow_and_not_widen(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 6749 section 6."""
    found = await flow.tokens(browser, scope="openid files:read")
    refused = await flow.refresh(found["refresh_token"], scope="openid files:write")
    assert refused.json()["error"] == "invalid_scope"
    narrowed = (await flow.refresh(found["refresh_token"], scope="openid")).json()
    assert narrowed["scope"] == "openid"
    assert (await flow.get("/api/files", narrowed["access_token"])).status_code == 403


async def test_a_refresh_token_is_bound_to_its_client(flow: Flow, browser: ScriptedBrowser) -> None:
    """Another client cannot use it, and its try changes nothing."""
    found = await flow.tokens(browser)
    refused = await flow.refresh(found["refresh_token"], client_id="public", client_secret=None)
    assert refused.json()["error"] == "invalid_grant"
    assert (await flow.refresh(found["refresh_token"])).status_code == 200


async def test_unknown_grant_types_are_refused(flow: Flow) -> None:
    """Passwords above all."""
    refused = await flow.token(grant_type="password", username="alice", password="x")
    assert refused.json()["error"] == "unsupported_grant_type"


async def test_a_resource_decides_the_audience(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 8707 and RFC 9068: `aud` is the resource, byte for byte."""
    flow.box.add_resource(MCP)
    found = await flow.tokens(browser, resource=MCP)
    assert (await flow.read(found["access_token"])).claims["aud"] == MCP


async def test_several_resources_can_be_narrowed_at_the_token_endpoint(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 8707 section 2.2; a resource that was not part of the consent is refused."""
    flow.box.add_resource(MCP)
    flow.box.add_resource(OTHER)
    code = (await flow.authorize(browser, resource=[MCP, OTHER]))["code"]
    found = (await flow.redeem(code, resource=OTHER)).json()
    assert (await flow.read(found["access_token"])).claims["aud"] == OTHER
    both = (await flow.refresh(found["refresh_token"])).json()
    assert (await flow.read(both["access_token"])).claims["aud"] == [MCP, OTHER]
    code = (await flow.authorize(browser, resource=MCP))["code"]
    assert (await flow.redeem(code, resource=OTHER)).json()["error"] == "invalid_target"
    assert (await flow.redeem(code, resource=MCP)).status_code == 200


async def test_token_calls_are_counted(box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser) -> None:
    """So that a test can say: none."""
    callback = await flow.authorize(browser)
    assert (box.token_calls, box.refresh_calls) == (0, 0)
    found = (await flow.redeem(callback["code"])).json()
    await flow.refresh(found["refresh_token"])
    assert (box.token_calls, box.refresh_calls) == (2, 1)


@pytest.mark.parametrize("fault", [Fault.STATUS_500, Fault.NO_ACCESS_TOKEN, Fault.HANG, Fault.SLOW])
async def test_ordered_faults_strike_once(
    make_box: MakeBox, flow: Flow, browser: ScriptedBrowser, fault: Fault
) -> None:
    """One of each kind; what they do exactly is in faults/test_reply.py."""
    flow.box = make_box(slowness=0.01)
    code = (await flow.authorize(browser))["code"]
    flow.box.misbehave(fault)
    with anyio.move_on_after(0.2):
        await flow.redeem(code)
    assert flow.box.faults_waiting == ()
    assert (await flow.tokens(browser))["access_token"]


async def test_a_wrong_secret_in_the_header_is_challenged(flow: Flow) -> None:
    """RFC 6749 section 5.2."""
    reply = await flow.token(auth=("app", "wrong"), grant_type="refresh_token", refresh_token="x")
    assert (reply.status_code, reply.headers["www-authenticate"]) == (401, 'Basic realm="token"')
