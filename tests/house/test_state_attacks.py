"""Attacks on what is carried from call to call: request state, session ids, notices, and answers that come too late."""

from __future__ import annotations

import base64
import random
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import anyio
import pytest

from elicitor import development_http
from elicitor.identifiers import mint_identifier
from elicitor.server.house import Settings
from elicitor.testing import Fault, ScriptedBrowser
from elicitor.testing.stage import Stage, set_stage
from house.attacking import asked, knock, proof_on, reasons, signed_in, stored, until
from house.posting import posting
from house.walking import grants, walk
from server.workers import worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ACCEPT = {"acme": {"action": "accept"}}


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """Everything running, with little patience for early retries."""
    async with set_stage(development_http(), settings=Settings(patience=timedelta(seconds=0.1))) as running:
        yield running


def spoilt(state: str) -> list[str]:
    """The state with one character changed at many places, cut, lengthened, re-encoded, relabelled."""
    dice = random.Random(4)
    version, _, body = state.partition(".")
    places = sorted({0, 1, len(state) - 1, *(dice.randrange(len(state)) for _ in range(60))})
    flipped = [state[:at] + ("A" if state[at] != "A" else "B") + state[at + 1 :] for at in places]
    raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    bits = [bytes([*raw[:at], raw[at] ^ 1, *raw[at + 1 :]]) for at in (0, 12, len(raw) // 2, len(raw) - 1)]
    recoded = [f"{version}.{base64.urlsafe_b64encode(changed).rstrip(b'=').decode()}" for changed in bits]
    cut = [state[:-1], state[: len(state) // 2], body, f"{version}.", version, state[1:]]
    grown = [state + "A", f"{state}=", f"{state}==", f"{state}.{body}", f" {state}", f"{state}\n", state * 2]
    relabelled = [
        f"v0.{body}",
        f"v2.{body}",
        f"V1.{body}",
        body.swapcase(),
        state.replace("_", "/").replace("-", "+") + "!",
    ]
    plain = ['{"elicitor": {"tickets": {}, "state": null, "answers": {}}}', "x", "null", "{}"]
    return [*flipped, *recoded, *cut, *grown, *relabelled, *plain]


@pytest.mark.attack("C4")
@pytest.mark.case("R088")
@pytest.mark.requirement("MRTR-2")
async def test_a_state_that_was_changed_is_refused_in_one_fixed_way(stage: Stage) -> None:
    """-32602 each time, nothing moves, and the message says nothing; the state as it was is taken."""
    async with posting(stage, await stage.token_for("alice")) as alice:
        url, state = await alice.ask()
        before, answers = stored(stage), set()
        for changed in spoilt(state):
            reply = await alice.call(requestState=changed, inputResponses=ACCEPT)
            assert "error" in reply, changed
            answers.add((reply["error"]["code"], reply["error"]["message"], str(reply["error"].get("data"))))
        assert [code for code, _, _ in answers] == [-32602]
        assert stored(stage) == before
        again, _ = await alice.ask(requestState=state, inputResponses=ACCEPT)
        assert again == url
        async with ScriptedBrowser() as browser:
            assert "connected" in (await walk(browser, url, "alice")).text
        assert "tea-party" in str((await alice.call(requestState=state, inputResponses=ACCEPT))["result"])


@pytest.mark.attack("C5", "C7")
@pytest.mark.case("R089", "R088")
@pytest.mark.requirement("MRTR-3")
async def test_a_state_serves_its_own_person_call_client_and_server_only(stage: Stage) -> None:
    """Five swaps are refused with the same code; the state names nobody; at home it is taken."""
    tone = {"name": "describe_files", "arguments": {"tone": "calm"}}
    token = await stage.token_for("alice")
    async with (
        posting(stage, token) as alice,
        posting(stage, await stage.token_for("bob")) as bob,
        posting(stage, await stage.token_for("alice", "other-client")) as other,
        set_stage(development_http()) as elsewhere,
        posting(elsewhere, await elsewhere.token_for("alice")) as far,
    ):
        url, state = await alice.ask()
        _, prompt = await alice.ask("prompts/get", **tone)
        answer: dict[str, Any] = {"requestState": state, "inputResponses": {"acme": {"action": "decline"}}}
        before = stored(stage)
        swaps = [
            await bob.call(**answer),
            await other.call(**answer),
            await far.call(**answer),
            await alice.call(name="count_files", **answer),
            await alice.call(arguments={"more": 1}, **answer),
            await alice.call("prompts/get", name="describe_files", arguments={"tone": "loud"}, requestState=prompt),
            await alice.call("resources/read", uri="files://all", requestState=prompt),
        ]
        assert {reply["error"]["code"] for reply in swaps} == {-32602}
        assert len({reply["error"]["message"] for reply in swaps}) == 1
        assert stored(stage) == before
        body = state.partition(".")[2]
        raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        for canary in (b"alice", b"acme", url.rpartition("/")[2].encode(), token.reveal()[:20].encode()):
            assert canary not in raw
        assert (await alice.ask(requestState=state, inputResponses=ACCEPT))[0] == url
        assert (await alice.ask("prompts/get", requestState=prompt, **tone))[0]


@pytest.mark.attack("C1")
async def test_ids_cannot_be_guessed(stage: Stage) -> None:
    """256 bits each, no two alike, each bit used; thousands of guesses beside a hundred live links find none."""
    ids = [base64.urlsafe_b64decode(mint_identifier() + "=") for _ in range(20_000)]
    assert len(set(ids)) == len(ids)
    for bit in range(256):
        ones = sum(one[bit // 8] >> bit % 8 & 1 for one in ids)
        assert abs(ones - 10_000) < 500  # seven standard deviations
    async with posting(stage, await stage.token_for("alice")) as alice:
        urls = [(await alice.ask())[0] for _ in range(20)]
        async with worker(stage) as house:
            for _ in range(2_000):
                assert await house.vault.tickets.find(mint_identifier()) is None
            assert await house.vault.tickets.find(urls[0].rpartition("/")[2]) is not None
        for _ in range(30):
            await alice.ask()
        assert (await alice.call())["result"]["isError"]  # one person cannot fill the table either
    assert "too_many_open" in reasons(stage)


@pytest.mark.attack("C8")
@pytest.mark.requirement("DONE-2")
@pytest.mark.case("R064")
async def test_only_the_connection_that_asked_hears_that_it_is_done(stage: Stage) -> None:
    """Two connections of one client, another client of the same person, and another person: all were asked as well."""
    heard: dict[str, list[str]] = {name: [] for name in ("asker", "twin", "other", "bob")}

    def ear(name: str) -> Any:
        async def hear(message: Any) -> None:
            if getattr(message, "method", "") == "notifications/elicitation/complete":
                heard[name].append(message.params.elicitation_id)

        return {"message_handler": hear}

    async with (
        asked(stage, **ear("asker")) as asker,
        asked(stage, **ear("twin")) as twin,
        asked(stage, "alice", "other-client", **ear("other")) as other,
        asked(stage, "bob", **ear("bob")) as bob,
        ScriptedBrowser() as browser,
        ScriptedBrowser() as his,
    ):
        assert len({one.elicitation_id for one in (asker, twin, other, bob)}) == 4
        await walk(browser, asker.url, "alice")
        await walk(his, bob.url, "bob")
        await until(lambda: heard["asker"] and heard["bob"])
        await anyio.sleep(0.3)  # time for a notice that must not come
        assert heard == {"asker": [asker.elicitation_id], "twin": [], "other": [], "bob": [bob.elicitation_id]}


@pytest.mark.attack("C14")
@pytest.mark.parametrize("moment", ["before the return", "while the code is redeemed"])
async def test_a_no_wins_over_an_answer_that_comes_later(stage: Stage, moment: str) -> None:
    """Nothing is kept; what the third party gave already is given back. Without the no it is kept."""
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        page = await signed_in(browser, alice.url, "alice")
        no = {"proof": proof_on(page), "action": "decline"}
        stopped = await walk(browser, alice.url, "alice", to=f"{stage.origin}/connect/callback")
        post = {"method": "POST", "headers": {"sec-fetch-site": "same-origin"}, "form": no}
        if moment == "before the return":
            assert "Nothing was connected" in (await knock(browser, alice.url, **post)).text
            late = await browser.open(stopped.stopped_before)
            assert stage.acme.token_calls == 0
        else:
            stage.acme.misbehave(Fault.SLOW)
            pages: list[Any] = []

            async def come_back() -> None:
                pages.append(await browser.open(stopped.stopped_before))

            async with anyio.create_task_group() as group:
                group.start_soon(come_back)
                await until(lambda: stage.acme.token_calls)
                assert "Nothing was connected" in (await knock(browser, alice.url, **post)).text
            (late,) = pages
            assert stage.acme.calls("/revoke") >= 1
        assert late.status == 410
        assert grants(stage) == 0
        assert {"declined_on_page", "trip_over"} <= reasons(stage)
        assert {errand for _, errand, _ in stored(stage)["tickets"]} == {"declined"}
    async with asked(stage) as alice, ScriptedBrowser() as browser:
        assert "connected" in (await walk(browser, alice.url, "alice")).text
