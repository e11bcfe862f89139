"""Questions that are answered on a page, for clients that open links and show no forms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Annotated, Any

import pytest
from mcp.server.mcpserver import MCPServer

from asking.bodies import Booking, text_of
from elicitor import Account, Ask, Connect, OnPage, ask, development_http
from elicitor.client.scripted import Follow, Scripted
from elicitor.identifiers import mint_identifier
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.sdk.client import Host
from elicitor.server.lodge import Settings
from elicitor.testing import Page, ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage, set_stage
from house.attacking import FORM, knock, proof_on, reasons, signed_in, stored
from house.posting import posting
from house.walking import client_of, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]
ERAS = ("legacy", "2026-07-28")
both_eras = pytest.mark.parametrize("era", ERAS)
SEND = "Send the answer"


def tables(mcp: MCPServer[Any]) -> None:
    """Asks on a page where it must."""

    @mcp.tool()
    async def book() -> str:
        booking = await ask.form(Booking, "Which day?", otherwise=OnPage())
        sure = await ask.confirm(f"{booking.people} people?", otherwise=OnPage())
        return f"{booking.day:%d.%m.} {booking.people} {sure}"

    @mcp.tool()
    async def count_mine(
        account: Annotated[Account, Connect("acme", scopes={"files:read"})],
        least: Annotated[int, Ask("How many at least?", otherwise=OnPage())],
    ) -> str:
        return f"{account.name} {least}"

    @mcp.tool()
    async def mixed() -> str:
        least = await ask.form(int, "How many at least?", otherwise=OnPage())
        async with ask.account("acme", scopes={"files:read"}) as account:
            return f"{account.name} {least}"


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """With a short patience, so that an open question answers soon."""
    async with set_stage(development_http(), more=tables, settings=Settings(patience=timedelta(seconds=2))) as running:
        yield running


async def answer(url: str, user: str = "alice", **values: Any) -> Page:
    """A person opens the page of a question, signs in and answers it."""
    async with ScriptedBrowser() as browser:
        page = await signed_in(browser, url, user)
        return await page.submit(SEND, **values)


async def called(stage: Stage, era: str, tool: str, *links: Follow) -> str:
    """The outcome of a tool for alice, whose client shows no forms."""
    token = await stage.token_for("alice")
    headers = {"Authorization": f"Bearer {token.reveal()}"}
    host = Host(person=Scripted(links=list(links)))
    async with host.connect(stage.mcp_url, name="Tables", headers=headers, mode=era) as client:
        return text_of(await client.call_tool(tool, {}))


@both_eras
async def test_a_question_is_answered_in_the_browser(stage: Stage, era: str) -> None:
    """Two of them, one after the other; the body goes on by itself each time."""
    pages: list[str] = []

    async def browse(url: str) -> None:
        values = [{"field-0": "2026-12-24", "field-1": "4"}, {"field-0": "yes"}][len(pages)]
        page = await answer(url, **values)
        assert "Your answer is in" in page.text
        pages.append(url)

    assert await called(stage, era, "book", Follow(browse)) == "24.12. 4 True"
    assert len(set(pages)) == 2


@both_eras
@pytest.mark.parametrize("tool", ["count_mine", "mixed"])
async def test_accounts_and_questions_go_together(stage: Stage, era: str, tool: str) -> None:
    """Whichever comes first, each is asked for once."""
    visited: list[str] = []

    async def browse(url: str) -> None:
        visited.append(url)
        async with ScriptedBrowser() as browser:
            page = await signed_in(browser, url, "alice")
            if "has a question" in page.text:
                await page.submit(SEND, **{"field-0": "7"})
        if "has a question" not in page.text:
            async with ScriptedBrowser() as browser:
                await walk(browser, url, "alice")

    assert await called(stage, era, tool, Follow(browse)) == "Alice Liddell 7"
    assert len(visited) == len(set(visited)) == 2


@pytest.mark.requirement("ACT-1")
@pytest.mark.parametrize(("said", "words"), [(Declined(), "declined to answer"), (Cancelled(), "dismissed")])
async def test_a_no_in_the_client_is_a_no(stage: Stage, said: Any, words: str) -> None:
    """In era B; era A has no way to tell the server, and its client does not call again."""
    assert words in await called(stage, "2026-07-28", "book", Follow(answer=said))


@both_eras
async def test_a_no_on_the_page_is_a_no(stage: Stage, era: str) -> None:
    """The body hears of it, and the model reads why."""

    async def browse(url: str) -> None:
        async with ScriptedBrowser() as browser:
            page = await (await signed_in(browser, url, "alice")).submit("No, do not answer")
            assert "You did not answer" in page.text

    assert "declined to answer the question “Which day?”" in await called(stage, era, "book", Follow(browse))


async def question(stage: Stage, user: str = "alice") -> str:
    """The link to a question that was asked of somebody."""
    only_links = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}}}}
    async with posting(stage, await stage.token_for(user)) as poster:
        asked = (await poster.call(name="book", arguments={}, meta=only_links))["result"]["inputRequests"]
    params = asked["ask.0"]["params"]
    assert (params["mode"], params["message"]) == ("url", "Files has a question for you. Open its page to answer it.")
    return str(params["url"])


@pytest.mark.attack("A1", "C2")
async def test_a_question_is_shown_to_its_owner_alone(stage: Stage) -> None:
    """Bob sees the page of an absent link, and nothing of the question; alice answers it."""
    url = await question(stage)
    before = stored(stage)
    async with ScriptedBrowser() as browser:
        page = await signed_in(browser, url, "bob")
        absent = await sign_in(await browser.open(f"{stage.origin}/connect/{mint_identifier()}"), "bob")
    assert page.status == absent.status == 403
    assert page.text.partition("Reference")[0] == absent.text.partition("Reference")[0]
    assert "Which day" not in page.html
    assert stored(stage) == before
    assert "wrong_user" in reasons(stage)
    assert "Your answer is in" in (await answer(url, **{"field-0": "2026-12-24"})).text


@pytest.mark.attack("D2")
@pytest.mark.parametrize(
    ("headers", "proof"),
    [
        ({**FORM, "sec-fetch-site": "cross-site"}, True),
        ({**FORM, "content-type": "text/plain"}, True),
        (FORM, False),
    ],
)
async def test_an_answer_comes_from_our_own_page(stage: Stage, headers: Any, proof: bool) -> None:
    """Anything else leaves the question open; the honest one after it is taken."""
    url = await question(stage)
    async with ScriptedBrowser() as browser:
        page = await signed_in(browser, url, "alice")
        form = {"action": "answer", "field-0": "2026-12-24", "proof": proof_on(page) if proof else "0" * 64}
        before = stored(stage)
        refused = await knock(browser, url, method="POST", headers=headers, form=form)
        assert refused.status_code in {403, 415}
        assert stored(stage) == before
        form["proof"] = proof_on(page)
        taken = await knock(browser, url, method="POST", headers=FORM, form=form)
    assert "Your answer is in" in taken.text


@pytest.mark.attack("C3")
async def test_a_question_is_answered_once(stage: Stage) -> None:
    """The back button and a second tab get the page of links that are over; the first answer stays."""
    url = await question(stage)
    async with ScriptedBrowser() as browser:
        page = await signed_in(browser, url, "alice")
        assert "Your answer is in" in (await page.submit(SEND, **{"field-0": "2026-12-24"})).text
        before = stored(stage)
        assert (await page.submit(SEND, **{"field-0": "2026-12-25"})).status == 403
        assert (await browser.open(url)).status == 403
        assert stored(stage) == before


@pytest.mark.requirement("FORM-10")
async def test_a_wrong_answer_is_shown_again_and_nothing_is_kept(stage: Stage) -> None:
    """With what was typed, and the reason beside the field; nothing is consumed."""
    url = await question(stage)
    async with ScriptedBrowser() as browser:
        page = await signed_in(browser, url, "alice")
        before = stored(stage)
        for typed, reason in (
            ({}, "This is needed."),
            ({"field-0": "tomorrow", "field-1": "3"}, "date"),
            ({"field-0": "2026-12-24", "field-1": "77"}, "9"),
        ):
            page = await page.submit(SEND, **{"field-0": "", "field-1": "", **typed})
            assert "Some answers need another look." in page.text
            assert reason in page.text
            assert all(f'value="{value}"' in page.html for value in typed.values())
            assert 'aria-invalid="true"' in page.html
        assert stored(stage) == before
        assert "Your answer is in" in (await page.submit(SEND, **{"field-0": "2026-12-24", "field-1": "7"})).text


@pytest.mark.requirement("FORM-11")
async def test_a_secret_is_not_taken(stage: Stage) -> None:
    """On a page as little as in a client."""

    def secretly(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def book() -> str:
            return await ask.form(str, "Which words?", otherwise=OnPage())

    async with set_stage(development_http(), more=secretly) as other:
        url = await question(other)
        async with ScriptedBrowser() as browser:
            page = await signed_in(browser, url, "alice")
            page = await page.submit(SEND, **{"field-0": "ghp_16C7e42F292c6912E7710c838347Ae178B4a"})
            assert "looks like a password or a key" in page.text
            assert "Your answer is in" in (await page.submit(SEND, **{"field-0": "calm ones"})).text


@pytest.mark.attack("C7")
@pytest.mark.requirement("SENS-4")
async def test_what_is_answered_on_a_page_does_not_pass_through_the_client(stage: Stage) -> None:
    """It is sealed on the disk too."""
    token = await stage.token_for("alice")
    answers = iter([{"field-0": "2026-12-24", "field-1": "4"}, {"field-0": "no"}])

    async def browse(url: str) -> None:
        await answer(url, **next(answers))

    async with client_of(stage, token, "legacy") as client:
        assert (await client.call_tool("book", {})).is_error  # it can neither show forms nor open links
    assert "question_minted" not in reasons(stage)
    assert await called(stage, "2026-07-28", "book", Follow(browse)) == "24.12. 4 False"
    assert b"2026-12-24" not in stage.database.read_bytes()
