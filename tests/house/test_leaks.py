"""Where secrets must not be: logs, events, pages, MCP messages, the database, and other people's servers."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import anyio
import pytest
from mcp_types import ElicitResult

from elicitor import development_http
from elicitor.testing import Fault, Page, ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage, set_stage
from house.attacking import asked
from house.listening import Ears, cookies_of, leaked, logged_by_the_server, secrets_on_the_wire, tapped_client
from house.walking import CONTINUE, ONWARD, client_of, link_from_era_a, never, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

STUMBLES = [
    Fault.STATUS_500,
    Fault.HTML_200,
    Fault.ERROR_WITH_200,
    Fault.NO_ACCESS_TOKEN,
    Fault.REPEATED_KEY,
    Fault.WRONG_NONCE,
    Fault.SERVER_ERROR,
]


async def every_page(browser: ScriptedBrowser, url: str, user: str) -> list[Page]:
    """The whole way, with each of our pages on it."""
    consent = await sign_in(await browser.open(url), user)
    onward = await consent.submit(CONTINUE)
    done = await sign_in(await onward.click(ONWARD), user)
    return [consent, onward, done, await browser.open(url), await browser.open(f"{browser_origin(url)}/connect/")]


def browser_origin(url: str) -> str:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def everything_stored(stage: Stage) -> str:
    """The database and its write-ahead log, byte by byte."""
    files = [stage.database, *stage.database.parent.glob(f"{stage.database.name}-*")]
    return b"".join(file.read_bytes() for file in files).decode("latin-1")


def events_of(stage: Stage) -> str:
    """The record of events."""
    with closing(sqlite3.connect(stage.database)) as database:
        return repr(database.execute("select * from elicitor_events").fetchall())


@pytest.mark.attack("E6", "E1", "B11")
@pytest.mark.requirement("TP-1", "SENS-2", "SENS-4")
async def test_no_secret_of_a_whole_life_shows_anywhere(caplog: pytest.LogCaptureFixture) -> None:
    """At DEBUG, both eras, with stumbles, a refused refresh and a second connecting; not even the first characters."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="sqlalchemy")  # statements, parameters and rows as well
    ears, pages = Ears(), []
    async with set_stage(development_http()) as stage:
        token = await stage.token_for("alice")
        async with ScriptedBrowser() as browser:
            cookies: dict[str, str] = {}
            async with tapped_client(stage, token, ears, "legacy", elicitation_callback=never) as client:
                url, _ = await link_from_era_a(client)
                for fault in STUMBLES:
                    stage.acme.misbehave(fault)
                    stumbled = await walk(browser, url, "alice", to=f"{stage.origin}/connect/callback")
                    cookies |= cookies_of(browser)
                    pages.append(await browser.open(stumbled.stopped_before))
                    stage.acme.misbehave(Fault.HONEST)
                pages += await every_page(browser, url, "alice")
                assert not (await client.call_tool("list_files", {})).is_error
                assert not (await client.call_tool("count_files", {})).is_error
                assert (await client.read_resource("files://all")).contents
                stage.acme.revoke_user("alice")
                link = await link_from_era_a(client)
            cookies |= cookies_of(browser)

            async def accept(_: Any, params: Any) -> ElicitResult:
                pages.extend(await every_page(browser, params.url, "alice"))
                return ElicitResult(action="accept")

            async with tapped_client(stage, token, ears, "2026-07-28", elicitation_callback=accept) as client:
                assert "tea-party" in str((await client.call_tool("list_files", {})).content)
            cookies |= cookies_of(browser)
        wire = secrets_on_the_wire(stage.authority, stage.acme)
        ours = {name: value for name, value in cookies.items() if "elicitor-" in value}
        tokens = {token.reveal(): "the MCP token", "acme-secret": "client secret", "pages-secret": "client secret"}
        secrets = {**wire, **ours, **tokens}
        assert len({name.partition(" at ")[0] for name in wire.values()}) >= 5, "the ears are deaf"
        assert link[0].rpartition("/")[2] not in everything_stored(stage)
        places = {
            "logs": logged_by_the_server(caplog.records, stage),
            "events": events_of(stage),
            "database": everything_stored(stage),
            "pages": "".join(page.html for page in pages),
            "MCP messages": ears.text,
        }
    for place, text in places.items():
        assert len(text) > 1000, place
        assert {secrets[secret]: place for secret in leaked(text, secrets)} == {}
    assert leaked("x" + next(iter(secrets))[:8], secrets), "what finds nothing must be able to find"


@pytest.mark.attack("B11", "D5")
@pytest.mark.requirement("TP-2")
async def test_the_third_party_learns_nothing_of_ours(stage: Stage) -> None:
    """No MCP token, no link, no address of a page: not in a header, not in a body; our own token is not used there."""
    token = await stage.token_for("alice")
    async with client_of(stage, token, "legacy", elicitation_callback=never) as client, ScriptedBrowser() as browser:
        url, _ = await link_from_era_a(client)
        done = await walk(browser, url, "alice")
        assert not (await client.call_tool("list_files", {})).is_error
        theirs = [request.wire.reveal() for request in stage.acme.requests]
        own = [request.wire.reveal() for request in stage.authority.requests]
        ticket = url.rpartition("/")[2]
        assert any("/api/files" in wire and "authorization: Bearer" in wire for wire in theirs)
        for wire in theirs:
            assert token.reveal() not in wire
            assert ticket not in wire
            assert f"referer: {stage.origin}" not in wire.lower()
        for secret, name in secrets_on_the_wire(stage.acme).items():
            assert not any(secret in wire for wire in own), name
        assert urlsplit(done.url).query == ""
        assert done.url == f"{stage.origin}/connect/done/acme"


@pytest.mark.attack("D5", "D6")
async def test_no_page_loads_or_refers_to_anything_of_others(stage: Stage) -> None:
    """One style sheet of ours and one link onward; addresses with a code in them are left at once."""
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        pages = await every_page(browser, alice.url, "alice")
        done = pages[2]
        for page in pages:
            assert "<script" not in page.html
            assert "<img" not in page.html
            assert page.headers["referrer-policy"] == ("same-origin" if page.forms else "no-referrer")
            for link in page.links:
                assert not link.href.startswith("http") or link.rel == "noreferrer"
        (returned,) = [hop for hop in done.hops if "/connect/callback/" in str(hop.url)]
        assert "code=" in str(returned.url)
        assert returned.status == 303
        with anyio.fail_after(5):
            assert "Reference" in (await browser.open(f"{stage.origin}/connect/x")).text
