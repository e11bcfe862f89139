"""Attacks on the pages by requests that no page of ours asks for: robots, forged hosts, planted cookies and states."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from elicitor.identifiers import mint_identifier
from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage
from house.attacking import FORM, asked, knock, proof_on, reasons, signed_in, stored
from house.walking import grants, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ROBOTS = [
    {"user-agent": "Slackbot-LinkExpanding 1.0"},
    {"user-agent": "facebookexternalhit/1.1"},
    {"user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)"},
    {"user-agent": "Microsoft-SafeLinks"},
    {"sec-purpose": "prefetch"},
    {"sec-purpose": "prefetch;prerender"},
    {"purpose": "prefetch"},
    {"x-moz": "prefetch"},
    {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image", "sec-fetch-site": "cross-site"},
    {"accept": "*/*", "user-agent": "curl/8"},
]


@pytest.mark.attack("D3")
async def test_a_hundred_robots_open_the_link_and_it_still_works(stage: Stage) -> None:
    """GET and HEAD, with and without the person's own cookies, prefetched or not: nothing is used up."""
    async with asked(stage) as alice, ScriptedBrowser() as browser, ScriptedBrowser() as nobody:
        await signed_in(browser, alice.url, "alice")
        before = stored(stage)
        for number in range(100):
            robot, method = ROBOTS[number % len(ROBOTS)], ("GET", "HEAD")[number // 10 % 2]
            reply = await knock(browser if number % 3 else nobody, alice.url, method=method, headers=robot)
            assert reply.status_code in {200, 303, 503}
            assert "flow-" not in reply.headers.get("set-cookie", "")
            if "prefetch" in robot.get("sec-purpose", robot.get("purpose", "")):
                assert reply.status_code == 503
        assert stored(stage) == before
        assert stage.acme.calls("/authorize") == 0
        assert "connected" in (await walk(browser, alice.url, "alice")).text


@pytest.mark.attack("D3")
async def test_a_scanner_that_follows_the_callback_uses_nothing_up(stage: Stage) -> None:
    """HEAD and prefetch with the person's own cookies leave the trip as it was; the person's own GET ends it."""
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        stopped = await walk(browser, alice.url, "alice", to=f"{stage.origin}/connect/callback")
        before = stored(stage)
        await knock(browser, stopped.stopped_before, method="HEAD")
        await knock(browser, stopped.stopped_before, headers={"sec-purpose": "prefetch"})
        assert (stored(stage), stage.acme.token_calls) == (before, 0)
        assert "is connected" in (await browser.open(stopped.stopped_before)).text


@pytest.mark.attack("A7", "A8")
async def test_a_state_from_outside_is_ignored_and_opening_ties_no_browser(stage: Stage) -> None:
    """Whatever state is offered, the trip has ours; and no flow cookie exists before the person agreed."""
    theirs = mint_identifier()
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        page = await signed_in(browser, f"{alice.url}?state={theirs}&code=x", "alice")
        assert not [cookie.name for cookie in browser.cookies if "flow-" in cookie.name]
        callback = f"{stage.origin}/connect/callback/acme?state={theirs}&code=x&iss={stage.acme.issuer}"
        assert (await browser.open(callback)).status == 400
        assert (stage.acme.token_calls, grants(stage)) == (0, 0)
        assert "no_flow" in reasons(stage)
        form = {"proof": proof_on(page), "action": "continue", "state": theirs}
        reply = await knock(browser, f"{alice.url}?state={theirs}", method="POST", headers=FORM, form=form)
        assert reply.status_code == 200
        assert theirs not in reply.text
        assert "flow-" in reply.headers["set-cookie"]
        assert "connected" in (await walk(browser, alice.url, "alice")).text


@pytest.mark.attack("A8")
async def test_a_callback_without_the_cookie_of_consent_is_refused(stage: Stage) -> None:
    """The session alone does not do; with the cookie that the consenting POST set, the same address works."""
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        stopped = await walk(browser, alice.url, "alice", to=f"{stage.origin}/connect/callback")
        (flow,) = [cookie for cookie in browser.cookies if "flow-" in cookie.name]
        browser.cookies.remove(flow.name)
        before = stored(stage)
        assert (await browser.open(stopped.stopped_before)).status == 400
        assert (stored(stage), stage.acme.token_calls) == (before, 0)
        assert "no_flow" in reasons(stage)
        browser.cookies.plant(flow)
        assert "is connected" in (await browser.open(stopped.stopped_before)).text


@pytest.mark.attack("D8")
async def test_a_cookie_that_comes_twice_is_refused_wherever_it_is_sent(stage: Stage) -> None:
    """A sibling domain planted a second one: nobody guesses which is meant. Alone, the person's own works."""
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        await signed_in(browser, alice.url, "alice")
        (session,) = [cookie for cookie in browser.cookies if cookie.name.endswith("session")]
        pair = f"{session.name}={session.value}"
        before = stored(stage)
        for planted in (f"{session.name}=x; {pair}", f"{pair}; {session.name}=x", f"{pair}; {pair}"):
            for path in (alice.url, f"{stage.origin}/connect/", f"{stage.origin}/connect/callback/acme?state=x&code=y"):
                reply = await knock(browser, path, headers={"cookie": planted}, cookies={})
                assert reply.status_code == 400
        assert stored(stage) == before
        assert "cookie_repeated" in reasons(stage)
        assert (await knock(browser, alice.url)).status_code == 200


@pytest.mark.attack("B7")
async def test_no_header_changes_an_address_that_we_make(stage: Stage) -> None:
    """Another host is refused, a forwarded one is not looked at; the redirect URI stays ours."""
    hostile = [
        {"host": "evil.example"},
        {"host": "evil.example:443"},
        {"x-forwarded-host": "evil.example", "x-forwarded-proto": "https"},
        {"forwarded": "host=evil.example;proto=https"},
        {"x-original-url": "/evil", "x-rewrite-url": "/evil", "x-forwarded-prefix": "//evil.example"},
    ]
    async with asked(stage) as alice, ScriptedBrowser() as browser, ScriptedBrowser() as stranger:
        page = await signed_in(browser, alice.url, "alice")
        for headers in hostile:
            for url in (
                alice.url,
                f"{alice.url}/",
                f"{alice.url}/sign-in",
                f"{stage.origin}/connect",
                f"{alice.url}//",
            ):
                for visitor in (browser, stranger):
                    reply = await knock(visitor, url, headers=headers)
                    assert "evil" not in reply.headers.get("location", "")
                    assert "evil" not in reply.text
                    assert reply.status_code not in {307, 308}
        form = {"proof": proof_on(page), "action": "continue"}
        reply = await knock(browser, alice.url, method="POST", headers={**FORM, **hostile[2]}, form=form)
        assert reply.status_code == 200
        assert "evil" not in reply.text
        page = await browser.open(alice.url)
        onward = (await page.submit("Continue to Acme Files")).links[0].href
        assert parse_qs(urlsplit(onward).query)["redirect_uri"] == [f"{stage.origin}/connect/callback/acme"]
