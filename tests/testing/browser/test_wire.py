"""The door to the network."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.errors import ProviderUnreachable
from elicitor.testing import Listener, ScriptedBrowser
from elicitor.testing.browser.address import parse_address
from elicitor.testing.browser.wire import Wire
from testing.browser.site import Site

pytestmark = pytest.mark.anyio


async def test_names_under_localhost_are_this_machine(site: Site, browser: ScriptedBrowser) -> None:
    """The Host header keeps the name."""
    for host in (site.there, site.acme):
        await browser.open(f"{host}/end")
        assert site.echo.take()[-1]["request"] == f"GET {host.removeprefix('http://')}/end"


async def test_nobody_answers(browser: ScriptedBrowser) -> None:
    """`page_unreachable`, and the sentence names the origin only."""
    listener = Listener.open()
    listener.socket.close()
    with pytest.raises(ProviderUnreachable) as caught:
        await browser.open(f"{listener.origin}/secret?code=1")
    assert caught.value.code == "page_unreachable"
    assert "secret" not in caught.value.sentence


async def test_no_proxy_is_used(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the environment says."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    wire = Wire()
    response = await wire.send("GET", parse_address(f"{site.here}/end"), httpx2.Headers(), b"")
    assert response.status_code == 200
    await wire.aclose()
