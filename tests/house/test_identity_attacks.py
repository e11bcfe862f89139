"""Attacks on who somebody is: planted sessions, swapped accounts, colliding subjects, tokens that name nobody."""

from __future__ import annotations

import secrets
import time
from datetime import timedelta
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from elicitor.identifiers import mint_identifier
from elicitor.principal import Owner, Principal
from elicitor.secret import Secret
from elicitor.server.gate import Asking, Call, Ready, admit
from elicitor.server.needs import Need
from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.browser.cookie_jar import Cookie
from elicitor.testing.stage import Stage
from house.attacking import asked, knock, reasons, signed_in, stored
from house.posting import posting
from house.walking import CONTINUE, ONWARD, client_of, grants, never, walk
from server.workers import alice, connect_alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ACME = Need("acme", frozenset({"files:read"}))


def session_of(browser: ScriptedBrowser) -> Cookie:
    """The session cookie of a browser."""
    (session,) = [cookie for cookie in browser.cookies if cookie.name.endswith("-session")]
    return session


@pytest.mark.attack("A5")
async def test_a_planted_session_is_not_taken_over(stage: Stage) -> None:
    """Neither an id out of thin air nor the attacker's own survives a sign-in; the new one works."""
    async with asked(stage) as alices, asked(stage, "bob") as bobs, ScriptedBrowser() as attacker:
        await signed_in(attacker, alices.url, "alice")
        for value in (mint_identifier(), session_of(attacker).value):
            name = session_of(attacker).name
            async with ScriptedBrowser() as victim:
                victim.cookies.plant(Cookie(name, value, "127.0.0.1", http_only=True, same_site="lax"))
                page = await sign_in(await victim.open(f"{bobs.url}/sign-in"), "bob")
                assert "Connect your Acme Files account" in page.text
                assert session_of(victim).value != value
                for url in (alices.url, bobs.url):
                    reply = await knock(attacker, url, cookies={name: value})
                    assert reply.status_code == 303  # to sign in: the planted id opens nothing
                assert (await knock(victim, bobs.url)).status_code == 200


@pytest.mark.attack("A6")
async def test_the_answer_of_anothers_sign_in_opens_no_session(stage: Stage) -> None:
    """Alice sends bob the address she should come back to: refused, also while he is signing in himself."""
    async with asked(stage) as alices, asked(stage, "bob") as bobs:
        async with ScriptedBrowser() as hers, ScriptedBrowser() as his:
            back = f"{stage.origin}/connect/signed-in"
            page = await sign_in(await hers.open(alices.url, stop_at=back), "alice", stop_at=back)
            await his.open(bobs.url, stop_at=stage.authority.issuer)
            calls = stage.authority.token_calls
            refused = await his.open(page.stopped_before)
            assert (refused.status, stage.authority.token_calls) == (400, calls)
            assert not [cookie for cookie in his.cookies if cookie.name.endswith("-session")]
            assert "no_sign_in" in reasons(stage)
            assert (await hers.open(page.stopped_before)).status == 200
            replayed = await his.open(page.stopped_before)
            assert replayed.status == 400
        async with ScriptedBrowser() as his:
            assert "connected" in (await walk(his, bobs.url, "bob")).text


@pytest.mark.attack("A9")
async def test_another_account_midway_stops_the_trip(stage: Stage) -> None:
    """Bob sets out and somebody else's session is in the jar when he is back; with his own again it goes on."""
    async with asked(stage) as alices, asked(stage, "bob") as bobs, ScriptedBrowser() as hers:
        await signed_in(hers, alices.url, "alice")
        async with ScriptedBrowser() as his:
            stopped = await walk(his, bobs.url, "bob", to=f"{stage.origin}/connect/callback")
            before, own = stored(stage), session_of(his)
            his.cookies.plant(session_of(hers))
            assert (await his.open(stopped.stopped_before)).status == 403
            his.cookies.remove(own.name)
            assert (await his.open(stopped.stopped_before)).status == 403
            assert (stored(stage), stage.acme.token_calls) == (before, 0)
            assert {"wrong_user", "session_lapsed"} <= reasons(stage)
            his.cookies.plant(own)
            assert "connected" in (await his.open(stopped.stopped_before)).text


@pytest.mark.attack("A9")
async def test_the_same_person_signed_in_anew_starts_again(stage: Stage) -> None:
    """An attempt belongs to the session that consented, not only to the person."""
    async with asked(stage) as alices, ScriptedBrowser() as browser:
        stopped = await walk(browser, alices.url, "alice", to=f"{stage.origin}/connect/callback")
        await sign_in(await browser.open(f"{alices.url}/sign-in"), "alice")
        assert (await browser.open(stopped.stopped_before)).status == 403
        assert (grants(stage), stage.acme.token_calls) == (0, 0)
        assert "session_changed" in reasons(stage)
        page = await (await browser.open(alices.url)).submit(CONTINUE)
        page = await sign_in(await page.click(ONWARD), "alice")
        assert "connected" in page.text


@pytest.mark.attack("A11")
@pytest.mark.requirement("ID-4")
async def test_a_subject_of_another_issuer_is_another_person(stage: Stage) -> None:
    """Also where the issuers differ by a slash, a letter's case, a port or a space; at the gate and on the pages."""
    await connect_alice(stage)
    own = stage.authority.issuer
    near = [
        f"{own}/",
        own.upper(),
        own.replace("127.0.0.1", "localhost"),
        f"{own}:80",
        f" {own}",
        f"{own}#",
        "https://x",
    ]
    async with worker(stage) as house, asked(stage, client_id="other-client") as alices:
        call = Call(client_name="Chat")
        for issuer in near:
            other = Owner("", issuer, "alice")
            assert isinstance(await admit(house, Principal(other, "mcp-client"), [ACME], call), Asking)
            session, _ = await house.vault.sessions.open(
                other, "Alice", signed_in_with=secrets.token_bytes(32), absolute=timedelta(hours=1)
            )
            name = f"elicitor-{house.public_url.port}-session"
            for path in (alices.url, f"{stage.origin}/connect/done/acme"):
                async with ScriptedBrowser() as browser:
                    reply = await knock(browser, path, cookies={name: session})
                    assert reply.status_code in {403, 410}
                    assert "Liddell" not in reply.text
        for subject in ("Alice", "alice ", "alice\u200b", "\uff41lice", "alic\u0435"):
            other = Owner("", own, subject)
            assert isinstance(await admit(house, Principal(other, "mcp-client"), [ACME], call), Asking)
        assert isinstance(await admit(house, alice(stage), [ACME], call), Ready)
    assert "wrong_user" in reasons(stage)


@pytest.mark.attack("A12")
@pytest.mark.requirement("ID-4")
async def test_a_token_that_names_nobody_is_served_nothing(stage: Stage) -> None:
    """Signed by the right issuer for the right server; no fallback to the client. With a subject it is asked."""
    now = int(time.time())
    facts = {
        "iss": stage.authority.issuer,
        "aud": stage.mcp_url,
        "client_id": "mcp-client",
        "iat": now,
        "exp": now + 60,
    }
    sign = stage.authority._parts.key.sign
    nobodies: list[dict[str, Any]] = [{"sub": sub} for sub in ("", 7, ["alice"], None, {"a": 1}, True)]
    for nobody in [{}, *nobodies]:
        async with posting(stage, Secret(sign({**facts, **nobody}, typ="at+jwt"))) as client:
            reply = await client.reply()
        assert reply.status_code == 401 or reply.json()["result"]["isError"]
        assert "/connect/" not in reply.text
    assert "no_subject" in reasons(stage)
    assert (grants(stage), stored(stage)["tickets"]) == (0, [])
    async with posting(stage, Secret(sign({**facts, "sub": "carol"}, typ="at+jwt"))) as client:
        assert "/connect/" in (await client.ask())[0]


@pytest.mark.attack("A13")
@pytest.mark.requirement("ID-5")
@pytest.mark.case("R113")
async def test_what_a_client_says_of_its_user_has_no_effect(stage: Stage) -> None:
    """Arguments, `_meta` and headers that name alice, who is connected: bob is asked, and hers is not touched."""
    await connect_alice(stage)
    stage.acme.forget_requests()
    token = await stage.token_for("bob")
    arguments = {
        "user_id": "alice",
        "sub": "alice",
        "owner": "alice",
        "account": {"name": "alice"},
        "_meta": {"user": "alice"},
    }
    async with client_of(stage, token, "legacy", elicitation_callback=never) as client:
        for said in ({}, arguments, {"account": "alice"}, {"account": None}):
            with pytest.raises(MCPError) as refused:
                await client.call_tool("list_files", said, meta={"user": "alice", "sub": "alice"})
            assert refused.value.error.code == -32042
        url = refused.value.error.data["elicitations"][0]["url"]
    assert stage.acme.calls("/api/files") == 0
    async with ScriptedBrowser() as browser:
        reply = await knock(
            browser, url, headers={"x-user": "bob", "x-forwarded-user": "bob", "x-forwarded-email": "bob@example.test"}
        )
        assert reply.status_code == 303
        assert "connected" in (await walk(browser, url, "bob")).text
    async with client_of(stage, token, "legacy", elicitation_callback=never) as client:
        result = await client.call_tool("list_files", arguments)
    assert "ledger-1843.ods" in str(result.content)
    assert "rabbit" not in str(result.content)


@pytest.mark.case("R118", "R119", "R111")
async def test_one_sign_in_and_one_consent_and_a_mismatch_says_what_to_do(stage: Stage) -> None:
    """The sign-in of the MCP server is used again; who is wrong here is told so, and not whose link it is."""
    async with asked(stage) as alices:
        async with ScriptedBrowser() as his:
            page = await signed_in(his, alices.url, "bob")
            assert "sign in here with the same account" in page.text
            assert "alice" not in page.text.lower()
            assert "wrong_user" in reasons(stage)
        async with ScriptedBrowser() as hers:
            await sign_in(await hers.open(f"{stage.origin}/connect/"), "alice")
            page = await hers.open(alices.url)
            assert "You are signed in as" in page.text
            page = await page.submit(CONTINUE)
            assert "connected" in (await sign_in(await page.click(ONWARD), "alice")).text
        assert stage.acme.calls("/consent") == 1
