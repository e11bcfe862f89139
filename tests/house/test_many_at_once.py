"""The same thing twice, many times, or in two tabs: one of each comes of it, and each ends where it belongs."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import anyio
import httpx2
import pytest

from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.browser.address import parse_address
from elicitor.testing.stage import Stage
from house.attacking import FORM, asked, knock, proof_on, signed_in, stored
from house.walking import CONTINUE, ONWARD, grants, walk
from server.workers import connect_alice

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

MANY = 30


async def at_once(work: Any, times: int) -> list[Any]:
    """Do the same many times at once."""
    done: list[Any] = []

    async def one() -> None:
        done.append(await work())

    async with anyio.create_task_group() as group:
        for _ in range(times):
            group.start_soon(one)
    return done


def take_cookies(browser: ScriptedBrowser, reply: httpx2.Response) -> None:
    """Keep what a reply sets, as the browser would have."""
    for header in reply.headers.get_list("set-cookie"):
        browser.cookies.receive(header, parse_address(str(reply.url)))


@pytest.mark.attack("C13", "B6")
async def test_many_starts_and_many_returns_end_in_one_exchange(stage: Stage) -> None:
    """Thirty clicks on "continue" at once, then thirty returns at once: one trip is left, one code is redeemed."""
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        page = await signed_in(browser, alice.url, "alice")
        form = {"proof": proof_on(page), "action": "continue"}
        replies = await at_once(lambda: knock(browser, alice.url, method="POST", headers=FORM, form=form), MANY)
        assert {reply.status_code for reply in replies} == {200}
        onward = [unescape(found[1]) for reply in replies if (found := re.search(r'href="([^"]+)" rel', reply.text))]
        assert len(set(onward)) == len(onward) == MANY
        for reply in replies:
            take_cookies(browser, reply)
        back = f"{stage.origin}/connect/callback"
        ends = [(await sign_in(await browser.open(url, stop_at=back), "alice", stop_at=back)) for url in onward]
        before = stage.acme.token_calls
        returns = [end.stopped_before for end in ends]
        results = [(await knock(browser, url)).status_code for url in returns]
        assert results.count(303) >= 1
        assert (grants(stage), stage.acme.token_calls - before) == (1, 1)
        again = await at_once(lambda: knock(browser, returns[results.index(303)]), MANY)
        assert {reply.status_code for reply in again} <= {303, 400, 410}
        assert stage.acme.token_calls - before == 1
        assert not (await alice.client.call_tool("list_files", {})).is_error


@pytest.mark.attack("C13", "B6")
async def test_one_return_sent_many_times_at_once_is_redeemed_once(stage: Stage) -> None:
    """Exactly one exchange, whoever is first."""
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        stopped = await walk(browser, alice.url, "alice", to=f"{stage.origin}/connect/callback")
        replies = await at_once(lambda: knock(browser, stopped.stopped_before), MANY)
        assert 303 in {reply.status_code for reply in replies} <= {303, 410}
        assert (grants(stage), stage.acme.token_calls) == (1, 1)


@pytest.mark.attack("C13")
async def test_two_links_in_two_tabs_both_end_well(stage: Stage) -> None:
    """Begun one after the other in one browser, ended in the other order; each client is served."""
    async with asked(stage) as first, asked(stage, client_id="other-client") as second, ScriptedBrowser() as browser:
        back = f"{stage.origin}/connect/callback"
        one = await walk(browser, first.url, "alice", to=back)
        page = await (await browser.open(second.url)).submit(CONTINUE)
        two = await sign_in(await page.click(ONWARD), "alice", stop_at=back)
        for tab in (two, one):
            assert "is connected" in (await browser.open(tab.stopped_before)).text
        for asker in (first, second):
            assert not (await asker.client.call_tool("list_files", {})).is_error


@pytest.mark.attack("B9", "B8")
@pytest.mark.case("R110")
async def test_no_post_is_repeated_elsewhere_and_every_client_is_asked_about(stage: Stage) -> None:
    """Whatever the button, the answer is a page or a 303 of ours; a yes of before serves no other client by itself."""
    await connect_alice(stage)
    async with asked(stage, client_id="other-client") as alice, ScriptedBrowser() as browser:
        page = await signed_in(browser, alice.url, "alice")
        before = stored(stage)
        for site in ("cross-site", "none", "same-origin"):
            shown = await knock(browser, alice.url, headers={"sec-fetch-site": site})
            assert "Share your Acme Files account?" in shown.text
        assert stored(stage) == before
        proof = {"proof": proof_on(page)}
        hostile = {"next": "//evil.example", "return_to": "//evil.example", "rd": "https://evil.example"}
        for action in ("what", "switch", "continue", "decline"):
            for url in (alice.url, f"{alice.url}/", f"{alice.url}?next=//evil.example"):
                async with ScriptedBrowser(browser.cookies.copy()) as twin:
                    form = {**proof, **hostile, "action": action} if action != "switch" else hostile
                    reply = await knock(twin, url, method="POST", headers=FORM, form=form)
                assert reply.status_code in {200, 303, 400, 403, 404, 405}
                assert reply.headers.get("location", stage.origin).startswith(stage.origin)
                assert "evil" not in reply.text
        assert not (await alice.client.call_tool("list_files", {})).is_error
