"""Faults in discovery."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import AuthorizationServer, Fault

pytestmark = pytest.mark.anyio


async def _find(box: AuthorizationServer, http: httpx2.AsyncClient) -> httpx2.Response:
    return await http.get(f"{box.issuer}/.well-known/oauth-authorization-server")


async def test_each_strikes_once(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """Another issuer's name, PKCE with plain only, down; then honest again."""
    box.misbehave(Fault.FOREIGN_METADATA, Fault.PLAIN_PKCE_ONLY, Fault.METADATA_500)
    assert (await _find(box, http)).json()["issuer"] == "https://elsewhere.example"
    assert (await _find(box, http)).json()["code_challenge_methods_supported"] == ["plain"]
    assert (await _find(box, http)).status_code == 500
    honest = (await _find(box, http)).json()
    assert honest["issuer"] == box.issuer
    assert honest["code_challenge_methods_supported"] == ["S256"]
