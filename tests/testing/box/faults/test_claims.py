"""Faults in the ID token: the signature verifies, the claim is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.testing import Fault, ScriptedBrowser
from testing.flow import Flow

pytestmark = pytest.mark.anyio


async def _claims(flow: Flow, browser: ScriptedBrowser, fault: Fault) -> dict[str, Any]:
    flow.box.misbehave(fault)
    spoilt = await flow.read((await flow.tokens(browser))["id_token"])
    honest = await flow.read((await flow.tokens(browser))["id_token"])
    assert honest.claims["nonce"] == flow.nonce
    assert honest.claims["aud"] == "app"
    assert honest.claims["iss"] == flow.box.issuer
    assert honest.claims["exp"] - spoilt.claims["exp"] in {0, 1, 86400, 86401}
    return dict(spoilt.claims)


async def test_wrong_nonce(flow: Flow, browser: ScriptedBrowser) -> None:
    """Not the one of the request."""
    assert (await _claims(flow, browser, Fault.WRONG_NONCE))["nonce"] != flow.nonce


async def test_wrong_audience(flow: Flow, browser: ScriptedBrowser) -> None:
    """For another client."""
    assert (await _claims(flow, browser, Fault.WRONG_AUDIENCE))["aud"] == "another-client"


async def test_stale(flow: Flow, browser: ScriptedBrowser) -> None:
    """Expired yesterday."""
    claims = await _claims(flow, browser, Fault.STALE_ID_TOKEN)
    assert claims["exp"] < claims["auth_time"]


async def test_of_another_issuer(flow: Flow, browser: ScriptedBrowser) -> None:
    """Signed here, said to be from elsewhere."""
    assert (await _claims(flow, browser, Fault.ID_TOKEN_OF_OTHER_ISSUER))["iss"] == "https://elsewhere.example"
