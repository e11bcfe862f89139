"""Words of strangers on our pages: names of clients and accounts, scopes, error descriptions. They stay words (D4)."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from mcp_types import Implementation
from playwright.async_api import Page

from elicitor.principal import Principal
from elicitor.protocol.lifecycle import Errand
from elicitor.server.house import House
from elicitor.testing import ALICE, AuthorizationServer, Fault, ScriptedBrowser
from elicitor.testing.stage import Stage
from house.attacking import asked, knock, reasons
from house.walking import grants, walk
from server.workers import alice, worker
from support.chromium import running_chromium

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

HIT = "document.title='HIT'"
POLYGLOTS = [
    f"<script>{HIT}</script>",
    f"<img src=x onerror={HIT}>",
    f'"><svg/onload={HIT}>',
    f"'><body onload={HIT}>",
    f'" autofocus onfocus={HIT} x="',
    f"' autofocus onfocus={HIT} x='",
    f"javascript:{HIT}//",
    f"</title><script>{HIT}</script>",
    f"</strong></dd></dl></main><script>{HIT}</script>",
    f"<a href=javascript:{HIT}>Continue to Acme Files</a>",
    "<form action=//evil.example><button>Continue to Acme Files</button>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example/>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>main{display:none}</style>",
    "<!--",
    "{{'SSTI'*2}}{% raw %}${'SSTI'*2}",
    "&lt;script&gt;&#x3c;b>",
    f"<ScRiPt/x>{HIT}<\\/ScRiPt>",
    f"jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk={HIT} )//</stYle/</titLe/--!>\\x3csVg/<sVg/oNloAd={HIT}//>",
    "\u202egnp.exe\u202c \u2066x\u2069",
    "one\r\nSet-Cookie: a=b\r\n\r\n<b>",
    "\x00<b>\x1b[31m",
]


class Shape(HTMLParser):
    """The tags of a page, with the names of their attributes and what they link to: all but the words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        kept = tuple((name, None if name in {"value", "action"} else value) for name, value in attributes)
        self.tags.append((tag, kept))


def rename(box: AuthorizationServer, name: str) -> None:
    """Let alice be called something else at a box."""
    box._parts.settings = replace(box._parts.settings, users=(replace(ALICE, title=name),))


async def consent_page(house: House, principal: Principal, client: str, account: str, scopes: Iterable[str]) -> str:
    """The consent page with these words on it."""
    ticket, _ = await house.vault.tickets.mint(
        principal, "acme", frozenset(scopes), client_name=client, ttl=timedelta(minutes=5), first=Errand.PENDING
    )
    session, _ = await house.vault.sessions.open(
        principal.owner, account, signed_in_with=secrets.token_bytes(32), absolute=timedelta(hours=1)
    )
    async with ScriptedBrowser() as browser:
        cookies = {f"elicitor-{house.public_url.port}-session": session}
        reply = await knock(browser, house.public_url.at(f"/connect/{ticket}"), cookies=cookies)
    assert reply.status_code == 200
    return reply.text


@pytest.mark.attack("D4")
@pytest.mark.case("R112")
async def test_hostile_words_leave_the_shape_of_the_page_as_it_is(stage: Stage) -> None:
    """In the client's name, its id, the account and the scopes: the same tags as with honest words, and readable."""
    async with worker(stage) as house:
        honest = Counter(Shape(await consent_page(house, alice(stage), "Chat", "Alice", ["one"])).tags)
        for words in POLYGLOTS:
            scope = "".join(letter for letter in words if letter.isprintable() and letter != " ")
            hostile = alice(stage, "id" + scope)
            html = await consent_page(house, hostile, words, words, [scope])
            assert Counter(Shape(html).tags) == honest  # the scopes are sorted, so their order may differ
            assert "SSTISSTI" not in html
            assert "\x1b" not in html


@pytest.mark.attack("D4", "A17")
@pytest.mark.case("R112")
async def test_hostile_answers_of_the_third_party_stay_off_the_page(stage: Stage) -> None:
    """An error description is never shown; a callback full of markup shows nothing of it; the name is escaped."""
    rename(stage.acme, f"<img src=x onerror={HIT}>")
    async with asked(stage) as hers, ScriptedBrowser() as browser:
        for fault in (Fault.SERVER_ERROR, Fault.DENIAL_BY_WRONG_ISSUER):
            stage.acme.misbehave(fault)
            page = await walk(browser, hers.url, "alice")
            assert page.status >= 400
            assert "alert" not in page.html
            assert "555" not in page.html
        for words in POLYGLOTS:
            evil = quote(words, safe="")
            for query in (
                f"error={evil}&error_description={evil}&state={evil}",
                f"code={evil}&iss={evil}&{evil}={evil}",
            ):
                reply = await knock(browser, f"{stage.origin}/connect/callback/acme?{query}")
                assert reply.status_code == 400
                assert "HIT" not in reply.text
                assert "evil" not in reply.text
        assert grants(stage) == 0
        assert {"provider_error", "issuer_mismatch", "no_flow"} <= reasons(stage)
        page = await walk(browser, hers.url, "alice")
        assert "is connected" in page.text
        assert "<img" not in page.html
        assert "<img src=x" in page.text


async def on_the_way(page: Page, url: str) -> list[str]:
    """Walk through the pages in Chromium; gives the titles that the pages had."""
    titles: list[str] = []
    await page.goto(url)
    await page.locator("input[value=alice]").check()
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("button", name="Allow").click()
    titles.append(await page.title())
    await page.get_by_role("button", name="Continue to Acme Files").click()
    titles.append(await page.title())
    await page.get_by_role("link", name="Go to Acme Files").click()
    await page.locator("input[value=alice]").check()
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("button", name="Allow").click()
    await page.get_by_role("heading", name="Acme Files is connected").wait_for()
    titles.append(await page.title())
    await page.goto(f"{url}?error_description=<script>{HIT}</script>")
    titles.append(await page.title())
    return titles


@pytest.mark.browser
@pytest.mark.attack("D4")
async def test_hostile_words_run_nothing_in_chromium(stage: Stage) -> None:
    """Scripts on and the content security policy switched off: escaping alone has to hold."""
    hostile = POLYGLOTS[1]
    for box in (stage.authority, stage.acme):
        rename(box, POLYGLOTS[2])
    async with (
        asked(stage, client_info=Implementation(name=hostile, version="1")) as hers,
        running_chromium() as chromium,
    ):
        page = await (await chromium.new_context(bypass_csp=True)).new_page()
        dialogs: list[str] = []
        elsewhere: list[str] = []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        page.on("request", lambda request: elsewhere.append(request.url))
        titles = await on_the_way(page, hers.url)
        assert not [title for title in titles if "HIT" in title]
        assert dialogs == []
        assert all(url.startswith("http://127.0.0.1:") for url in elsewhere)
        assert not [url for url in elsewhere if url.endswith("/x")]
        await page.set_content(f"<title>x</title>{hostile}")
        await page.wait_for_function("document.title === 'HIT'")  # the same words do run where nobody escapes them
    assert grants(stage) == 1
