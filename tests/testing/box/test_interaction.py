"""What a person is asked: sign-in, consent, and the prompts of OpenID Connect."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import AuthorizationServer, ScriptedBrowser, sign_in
from testing.flow import CALLBACK, Flow, callback_of
from testing.place import MakeBox

pytestmark = pytest.mark.anyio


async def test_the_login_page_lists_the_users(flow: Flow, browser: ScriptedBrowser) -> None:
    """Alice and Bob, no password, and a banner that says what this is."""
    page = await flow.begin(browser)
    assert "Test server." in page.text
    assert "The app" in page.text
    (form,) = page.forms
    assert [control.value for control in form.controls if control.kind == "radio"] == ["alice", "bob"]
    assert "password" not in page.html


async def test_the_consent_page_says_who_what_and_where(flow: Flow, browser: ScriptedBrowser) -> None:
    """Client, account, scopes in words, resource and return address."""
    flow.box.add_resource("https://mcp.example.com/mcp")
    page = await flow.begin(browser, scope="openid files:read", resource="https://mcp.example.com/mcp")
    page = await page.submit("Sign in", user="bob")
    for expected in (
        "The app",
        "bob",
        "See the names of your files",
        "https://mcp.example.com/mcp",
        CALLBACK,
    ):
        assert expected in page.text
    assert page.buttons == ["Allow", "Deny", "Use another account"]


async def test_a_session_is_remembered(flow: Flow, browser: ScriptedBrowser) -> None:
    """The second time nobody asks who is there, but consent is asked each time."""
    await flow.authorize(browser)
    page = await flow.begin(browser)
    assert "Allow" in page.buttons
    assert "signed in as alice" in page.text


async def test_consent_is_remembered_where_wanted(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """`auto_approve`: for the same user, client and scopes nothing is asked again."""
    flow.box = make_box(auto_approve=True)
    await flow.authorize(browser)
    assert "code" in callback_of(await flow.begin(browser))


@pytest.mark.parametrize("changes", [{"scope": "openid files:read"}, {"prompt": "consent"}, {"client_id": "public"}])
async def test_remembered_consent_covers_nothing_else(
    make_box: MakeBox, flow: Flow, browser: ScriptedBrowser, changes: dict[str, str | list[str] | None]
) -> None:
    """More scopes, another client, or a wish to be asked: the page is shown."""
    flow.box = make_box(auto_approve=True)
    await flow.authorize(browser)
    assert "Allow" in (await flow.begin(browser, **changes)).buttons


async def test_remembered_consent_of_one_user_is_not_the_others(
    make_box: MakeBox, flow: Flow, browser: ScriptedBrowser
) -> None:
    """Bob is asked though Alice agreed."""
    flow.box = make_box(auto_approve=True)
    await flow.authorize(browser, "alice")
    page = await flow.begin(browser, prompt="login")
    page = await page.submit("Sign in", user="bob", stop_at=CALLBACK)
    assert "Allow" in page.buttons


async def test_prompt_login_asks_again(flow: Flow, browser: ScriptedBrowser) -> None:
    """And then lets the person through."""
    await flow.authorize(browser)
    page = await flow.begin(browser, prompt="login")
    assert "Sign in" in page.buttons
    assert "code" in callback_of(await sign_in(page, "bob", stop_at=CALLBACK))


async def test_prompt_none_shows_nothing(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """`login_required`, `consent_required`, and a code where nothing is to be asked."""
    flow.box = make_box(auto_approve=True)
    assert callback_of(await flow.begin(browser, prompt="none"))["error"] == "login_required"
    await flow.authorize(browser)
    assert "code" in callback_of(await flow.begin(browser, prompt="none"))
    more = await flow.begin(browser, prompt="none", scope="openid email")
    assert callback_of(more)["error"] == "consent_required"


async def test_max_age_asks_again(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """A sign-in that is too old does not count; a fresh one does."""
    now = 1_800_000_000
    flow.box = make_box(clock=lambda: now)
    await flow.authorize(browser)
    assert "Allow" in (await flow.begin(browser, max_age="60")).buttons
    now += 61
    assert "Sign in" in (await flow.begin(browser, max_age="60")).buttons


async def test_login_hint_chooses_the_user(flow: Flow, browser: ScriptedBrowser) -> None:
    """The hint is ticked; a hint that names nobody changes nothing."""
    (form,) = (await flow.begin(browser, login_hint="bob")).forms
    assert form.values["user"] == ["bob"]
    (form,) = (await flow.begin(browser, login_hint="mallory")).forms
    assert form.values["user"] == ["alice"]


async def test_another_account_can_be_chosen_on_the_consent_page(flow: Flow, browser: ScriptedBrowser) -> None:
    """Alice's browser, Bob's account."""
    page = await sign_in(await flow.begin(browser), "alice", allow=False, stop_at=CALLBACK)
    page = await flow.begin(browser)
    page = await page.click("Use another account")
    callback = callback_of(await sign_in(page, "bob", stop_at=CALLBACK))
    reply = (await flow.redeem(callback["code"])).json()
    assert (await flow.read(reply["access_token"])).claims["sub"] == "bob"


async def test_the_session_id_changes_at_sign_in(flow: Flow, browser: ScriptedBrowser) -> None:
    """A planted session id does not become somebody's."""
    page = await flow.begin(browser)
    (before,) = list(browser.cookies)
    await page.submit("Sign in", user="alice")
    (after,) = list(browser.cookies)
    assert before.name == after.name
    assert before.value != after.value


async def test_a_form_of_another_browser_is_refused(flow: Flow, browser: ScriptedBrowser) -> None:
    """The waiting request belongs to the session that began it; the honest twin goes on."""
    page = await flow.begin(browser)
    async with ScriptedBrowser() as other:
        forged = await other.submit_from(
            page.url, f"{flow.box.issuer}/login", {**_sent(page.forms[0].pairs()), "user": "bob"}
        )
    assert forged.status == 400
    assert "code" in callback_of(await sign_in(page, "alice", stop_at=CALLBACK))


async def test_a_form_from_another_site_is_refused(flow: Flow, browser: ScriptedBrowser) -> None:
    """Even with the right content."""
    page = await flow.begin(browser)
    fields = _sent(page.forms[0].pairs())
    forged = await browser.submit_from("http://evil.localhost:1/", f"{flow.box.issuer}/login", fields)
    assert forged.status == 403
    assert (await sign_in(page, "alice", stop_at=CALLBACK)).stopped_before


async def test_an_answered_request_is_over(flow: Flow, browser: ScriptedBrowser) -> None:
    """Going back and allowing again gives a page, not a second code."""
    page = await (await flow.begin(browser)).submit("Sign in", user="alice")
    assert "code" in callback_of(await page.submit("Allow", stop_at=CALLBACK))
    assert (await page.submit("Allow", stop_at=CALLBACK)).status == 400
    assert (await browser.open(page.url)).status == 400


@pytest.mark.parametrize("path", ["/login", "/consent"])
async def test_an_empty_form_is_refused(box: AuthorizationServer, http: httpx2.AsyncClient, path: str) -> None:
    """Without a waiting request there is nothing to answer."""
    assert (await http.post(f"{box.issuer}{path}")).status_code == 400


async def test_an_unknown_user_is_refused(flow: Flow, browser: ScriptedBrowser) -> None:
    """A login that nobody has."""
    page = await flow.begin(browser)
    fields = {**_sent(page.forms[0].pairs()), "user": "mallory"}
    assert (await browser.submit_from(page.url, f"{flow.box.issuer}/login", fields)).status == 400


async def test_consent_before_sign_in_is_refused(flow: Flow, browser: ScriptedBrowser) -> None:
    """The steps cannot be skipped."""
    page = await flow.begin(browser)
    fields = {**_sent(page.forms[0].pairs()), "decision": "allow"}
    skipped = await browser.submit_from(page.url, f"{flow.box.issuer}/consent", fields, stop_at=CALLBACK)
    assert skipped.status == 400


def _sent(pairs: list[tuple[str, str]]) -> dict[str, str]:
    return dict(pairs)
