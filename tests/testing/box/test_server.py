"""The box as a whole: it warns, it has one address, and several live side by side."""

from __future__ import annotations

import warnings

import httpx2
import pytest

from elicitor.development import InsecureDevelopmentWarning
from elicitor.errors import Misuse
from elicitor.testing import AuthorizationServer, Client, Fault, ScriptedBrowser, acme_files, serve
from testing.flow import CALLBACK, Flow

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _quiet() -> None:
    warnings.simplefilter("ignore", InsecureDevelopmentWarning)


def test_warns_when_it_is_built() -> None:
    """Whoever builds one in production sees it."""
    with pytest.warns(InsecureDevelopmentWarning, match="without a password"):
        AuthorizationServer("http://127.0.0.1:1")


@pytest.mark.parametrize(
    "issuer",
    [
        "127.0.0.1:1",
        "ftp://127.0.0.1",
        "http://127.0.0.1:1/",
        "http://127.0.0.1:1?a",
        "http://a b",
        "http://u@h",
    ],
)
def test_a_bad_issuer_is_refused(issuer: str) -> None:
    """It is an origin, since its pages are at the root."""
    with pytest.raises(Misuse) as caught:
        AuthorizationServer(issuer)
    assert caught.value.code == "bad_issuer"


def test_the_issuer_is_given_once() -> None:
    """The same again is fine, another is not, and before there is none it says so."""
    box = AuthorizationServer()
    assert not box.has_issuer
    with pytest.raises(Misuse) as caught:
        _ = box.issuer
    assert caught.value.code == "no_issuer"
    box.settle("http://127.0.0.1:1")
    box.settle("http://127.0.0.1:1")
    with pytest.raises(Misuse):
        box.settle("http://127.0.0.1:2")
    assert box.issuer == "http://127.0.0.1:1"


def test_something_that_is_no_fault_is_refused() -> None:
    """A misspelt fault must not make a test pass."""
    with pytest.raises(Misuse) as caught:
        AuthorizationServer().misbehave("wrong_issuer")  # type: ignore[arg-type]
    assert caught.value.code == "no_such_fault"


def test_faults_wait_until_they_strike() -> None:
    """And can be cancelled."""
    box = AuthorizationServer()
    box.misbehave(Fault.DENIAL, Fault.STATUS_500)
    assert set(box.faults_waiting) == {Fault.DENIAL, Fault.STATUS_500}
    box.misbehave(Fault.HONEST)
    assert box.faults_waiting == ()


async def test_two_boxes_in_one_browser_do_not_disturb_each_other(
    box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser, http: httpx2.AsyncClient
) -> None:
    """Alice at one, Bob at the other, on the same host; each port has its own session."""
    await flow.authorize(browser, "alice")
    async with serve(acme_files(clients=[Client("app", (CALLBACK,), flow.secret)])) as acme:
        await Flow(acme, http).authorize(browser, "bob")
        assert "signed in as bob" in (await browser.open(f"{acme.issuer}/")).text
        assert "signed in as alice" in (await browser.open(f"{box.issuer}/")).text


async def test_unknown_paths_and_methods(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """404 and 405."""
    assert (await http.get(f"{box.issuer}/nowhere")).status_code == 404
    assert (await http.get(f"{box.issuer}/token")).status_code == 405


async def test_what_happened_can_be_asked(box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser) -> None:
    """Requests, token calls, refresh calls; and a user may end all grants."""
    found = await flow.tokens(browser)
    await flow.refresh(found["refresh_token"])
    assert (box.token_calls, box.refresh_calls, box.calls("/authorize")) == (2, 1, 1)
    assert box.requests
    assert (box.revoke_user("alice"), box.revoke_user("mallory")) == (1, 0)
    assert (await flow.refresh(found["refresh_token"])).status_code == 400
    box.forget_requests()
    assert (box.token_calls, box.requests) == (0, [])


async def test_clients_and_resources_can_be_added_later(
    box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser
) -> None:
    """When the other servers have their addresses."""
    assert box.register(Client("late", (CALLBACK,))).title == "late"
    box.add_resource("http://late.example/mcp")
    flow.client_id, flow.secret = "late", None
    found = await flow.tokens(browser, resource="http://late.example/mcp")
    assert (await flow.read(found["access_token"])).claims["client_id"] == "late"
