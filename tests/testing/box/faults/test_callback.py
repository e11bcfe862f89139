"""Faults in the callback, as a client meets them. After each one the box is honest again."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from elicitor.testing import Fault, ScriptedBrowser, sign_in
from testing.flow import CALLBACK, Flow

pytestmark = pytest.mark.anyio


async def _callback(flow: Flow, browser: ScriptedBrowser) -> dict[str, list[str]]:
    page = await sign_in(await flow.begin(browser), "alice", stop_at=CALLBACK)
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(urlsplit(page.stopped_before).query):
        found.setdefault(name, []).append(value)
    return found


async def _spoilt(flow: Flow, browser: ScriptedBrowser, fault: Fault) -> dict[str, list[str]]:
    flow.box.misbehave(fault)
    spoilt = await _callback(flow, browser)
    honest = await _callback(flow, browser)
    assert (honest["iss"], honest["state"], len(honest["code"])) == ([flow.box.issuer], [flow.state], 1)
    return spoilt


async def test_wrong_issuer(flow: Flow, browser: ScriptedBrowser) -> None:
    """RFC 9207: what a mix-up looks like."""
    assert (await _spoilt(flow, browser, Fault.WRONG_ISSUER))["iss"] == ["https://elsewhere.example"]


async def test_missing_issuer(flow: Flow, browser: ScriptedBrowser) -> None:
    """Though the metadata promises one."""
    assert set(await _spoilt(flow, browser, Fault.MISSING_ISSUER)) == {"code", "state"}


async def test_forged_state(flow: Flow, browser: ScriptedBrowser) -> None:
    """A state that nobody minted."""
    assert (await _spoilt(flow, browser, Fault.FORGED_STATE))["state"] != [flow.state]


async def test_missing_state_and_code(flow: Flow, browser: ScriptedBrowser) -> None:
    """Half a callback."""
    assert set(await _spoilt(flow, browser, Fault.MISSING_STATE)) == {"code", "iss"}
    assert set(await _spoilt(flow, browser, Fault.MISSING_CODE)) == {"state", "iss"}


async def test_repeated_code(flow: Flow, browser: ScriptedBrowser) -> None:
    """Two codes; a client that takes the first or the last is wrong."""
    assert len((await _spoilt(flow, browser, Fault.REPEATED_CODE))["code"]) == 2


@pytest.mark.parametrize(("fault", "error"), [(Fault.DENIAL, "access_denied"), (Fault.SERVER_ERROR, "server_error")])
async def test_errors(flow: Flow, browser: ScriptedBrowser, fault: Fault, error: str) -> None:
    """Without a code, with state and issuer."""
    spoilt = await _spoilt(flow, browser, fault)
    assert spoilt["error"] == [error]
    assert (spoilt["state"], spoilt["iss"]) == ([flow.state], [flow.box.issuer])
    assert "code" not in spoilt


async def test_denial_by_wrong_issuer(flow: Flow, browser: ScriptedBrowser) -> None:
    """The text is hostile: who shows it has already lost."""
    spoilt = await _spoilt(flow, browser, Fault.DENIAL_BY_WRONG_ISSUER)
    assert spoilt["iss"] == ["https://elsewhere.example"]
    assert "<script>" in spoilt["error_description"][0]


async def test_other_subject(flow: Flow, browser: ScriptedBrowser) -> None:
    """Alice signed in, Bob's account comes (A17)."""
    flow.box.misbehave(Fault.OTHER_SUBJECT)
    found = await flow.tokens(browser)
    for name in ("access_token", "id_token"):
        assert (await flow.read(found[name])).claims["sub"] == "bob"
    found = await flow.tokens(browser)
    assert (await flow.read(found["access_token"])).claims["sub"] == "alice"
