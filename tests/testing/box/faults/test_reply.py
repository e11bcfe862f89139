"""Faults at the token endpoint, as a client meets them, and what they leave behind."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import Fault, ScriptedBrowser
from testing.flow import Flow
from testing.place import MakeBox

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("fault", "status", "kind"),
    [
        (Fault.STATUS_500, 500, "text/plain"),
        (Fault.STATUS_429, 429, "application/json"),
        (Fault.HTML_200, 200, "text/html"),
        (Fault.ERROR_WITH_200, 200, "application/json"),
        (Fault.INVALID_GRANT, 400, "application/json"),
        (Fault.REDIRECT, 307, ""),
    ],
)
async def test_faults_before_anything_is_done(
    flow: Flow, browser: ScriptedBrowser, fault: Fault, status: int, kind: str
) -> None:
    """The code stays good: the next try succeeds."""
    code = (await flow.authorize(browser))["code"]
    flow.box.misbehave(fault)
    spoilt = await flow.redeem(code)
    assert spoilt.status_code == status
    assert spoilt.headers.get("content-type", "").startswith(kind)
    assert "access_token" not in spoilt.text
    assert (await flow.redeem(code)).status_code == 200


@pytest.mark.parametrize("fault", [Fault.NO_ACCESS_TOKEN, Fault.NO_REFRESH_TOKEN, Fault.WRONG_TOKEN_TYPE])
async def test_faults_that_spoil_the_reply_use_up_the_code(flow: Flow, browser: ScriptedBrowser, fault: Fault) -> None:
    """The work was done, so the code is over."""
    code = (await flow.authorize(browser))["code"]
    flow.box.misbehave(fault)
    spoilt = (await flow.redeem(code)).json()
    assert ("access_token" in spoilt) is (fault is not Fault.NO_ACCESS_TOKEN)
    assert ("refresh_token" in spoilt) is (fault is not Fault.NO_REFRESH_TOKEN)
    assert (spoilt["token_type"] == "mac") is (fault is Fault.WRONG_TOKEN_TYPE)
    assert (await flow.redeem(code)).json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    ("fault", "name", "value"),
    [
        (Fault.ODD_EXPIRY, "expires_in", "soon"),
        (Fault.FEWER_SCOPES, "scope", "files:read"),
        (Fault.MORE_SCOPES, "scope", "files:read openid admin"),
    ],
)
async def test_odd_values(flow: Flow, browser: ScriptedBrowser, fault: Fault, name: str, value: str) -> None:
    """One field is not what was asked."""
    code = (await flow.authorize(browser, scope="openid files:read"))["code"]
    flow.box.misbehave(fault)
    assert (await flow.redeem(code)).json()[name] == value


async def test_huge_and_ambiguous_replies(flow: Flow, browser: ScriptedBrowser) -> None:
    """Eight megabytes; and a key that comes twice."""
    flow.box.misbehave(Fault.HUGE, Fault.REPEATED_KEY)
    huge = await flow.redeem((await flow.authorize(browser))["code"])
    assert len(huge.content) > 8_000_000
    twice = await flow.redeem((await flow.authorize(browser))["code"])
    assert twice.text.count('"access_token"') == 2


async def test_cut_off_before(flow: Flow, browser: ScriptedBrowser, caplog: pytest.LogCaptureFixture) -> None:
    """The connection closes amid the answer; the code stays good, and no log line alarms anybody."""
    code = (await flow.authorize(browser))["code"]
    flow.box.misbehave(Fault.CUT_OFF)
    with pytest.raises(httpx2.RemoteProtocolError):
        await flow.redeem(code)
    assert (await flow.redeem(code)).status_code == 200
    assert caplog.records == []


async def test_a_lost_reply_leaves_the_client_in_doubt(flow: Flow, browser: ScriptedBrowser) -> None:
    """The refresh token was rotated, the new one never came: trying again ends the family (B14)."""
    found = await flow.tokens(browser)
    flow.box.misbehave(Fault.LOST_REPLY)
    with pytest.raises(httpx2.RemoteProtocolError):
        await flow.refresh(found["refresh_token"])
    assert (await flow.refresh(found["refresh_token"])).json()["error"] == "invalid_grant"


async def test_hangs_until_the_client_gives_up(flow: Flow, browser: ScriptedBrowser) -> None:
    """And nothing is done."""
    code = (await flow.authorize(browser))["code"]
    flow.box.misbehave(Fault.HANG)
    async with httpx2.AsyncClient(trust_env=False, timeout=0.2) as impatient:
        flow.http, patient = impatient, flow.http
        with pytest.raises(httpx2.ReadTimeout):
            await flow.redeem(code)
    flow.http = patient
    assert (await flow.redeem(code)).status_code == 200


async def test_slow_is_honest(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """Only later: who has less patience than the box gets nothing."""
    flow.box = make_box(slowness=0.3)
    code = (await flow.authorize(browser))["code"]
    flow.box.misbehave(Fault.SLOW)
    async with httpx2.AsyncClient(trust_env=False, timeout=0.05) as impatient:
        flow.http, patient = impatient, flow.http
        with pytest.raises(httpx2.ReadTimeout):
            await flow.redeem(code)
    flow.http = patient
    flow.box.misbehave(Fault.SLOW)
    assert (await flow.redeem((await flow.authorize(browser))["code"])).status_code == 200
