"""`ask.once`: an effect happens once, however often the body runs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import anyio
import pytest
from mcp.server.mcpserver import MCPServer
from mcp_types import ElicitResult

from asking.bodies import ERAS, Answers, client_of, serve, text_of
from elicitor import ask
from elicitor.errors import ElicitorError, Misuse, Refused
from elicitor.identifiers import digest_of
from elicitor.server.doing import Effect, do_once
from elicitor.server.lodge import Lodge, Settings
from elicitor.vault.keys import KeyRing
from vault.scene import HandClock

pytestmark = pytest.mark.anyio
ERA_B = "2026-07-28"


class Till:
    """Takes money, and counts how often."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.charged = 0
        self._fault = fault

    async def charge(self) -> dict[str, int]:
        """Once more."""
        self.charged += 1
        if self._fault is not None:
            raise self._fault
        return {"receipt": self.charged}


def shop(till: Till, **options: Any) -> Any:
    """A tool that charges between two questions."""

    def register(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def buy() -> str:
            number = await ask.form(int, "How many?")
            receipt = await ask.once("charge", till.charge, **options)
            again = await ask.once("charge", till.charge, **options)
            assert receipt == again
            colour = await ask.form(str, "Which colour?")
            return f"{number} {colour} {receipt['receipt']}"

    return register


@pytest.mark.parametrize("era", ERAS)
async def test_it_is_done_once_for_each_call(era: str) -> None:
    """Although the body runs three times in era B; a second call does it again."""
    till = Till()
    mcp, _ = serve(shop(till))
    async with client_of(mcp, era, Answers({"How many?": 2, "Which colour?": "red"})) as client:
        assert text_of(await client.call_tool("buy", {})) == "2 red 1"
        assert text_of(await client.call_tool("buy", {})) == "2 red 2"
    assert till.charged == 2


@pytest.mark.attack("C6")
async def test_two_workers_that_get_the_same_retry_do_it_once(tmp_path: Any) -> None:
    """A hundred copies of the retry on two workers with one database: one effect, and one body that goes on."""
    till, ring = Till(), KeyRing.load(KeyRing.new_key())
    kept = {"keys": ring, "storage": f"sqlite:///{tmp_path}/kept.db"}
    workers = [serve(shop(till), **kept) for _ in range(2)]
    answers = Answers({"How many?": 2})
    async with client_of(workers[0][0], ERA_B, answers) as one, client_of(workers[1][0], ERA_B, answers) as other:
        first: Any = await one.session.call_tool("buy", {}, allow_input_required=True)
        responses = {"ask.0": ElicitResult(action="accept", content={"answer": 2})}
        ended: list[Any] = []

        async def send(client: Any) -> None:
            ended.append(
                await client.session.call_tool(
                    "buy", {}, allow_input_required=True, input_responses=responses, request_state=first.request_state
                )
            )

        async with anyio.create_task_group() as group:
            for number in range(100):
                group.start_soon(send, (one, other)[number % 2])
        went_on = [result for result in ended if getattr(result, "input_requests", None)]
        assert len(went_on) == 1
        done: Any = await other.session.call_tool(
            "buy",
            {},
            input_responses={"ask.1": ElicitResult(action="accept", content={"answer": "red"})},
            request_state=went_on[0].request_state,
        )
        assert text_of(done) == "2 red 1"
    assert till.charged == 1
    for _, elicitor in workers:
        await elicitor.desk.lodge.close()


@pytest.fixture
def clock() -> HandClock:
    """Stands until it is moved."""
    return HandClock()


@pytest.fixture
async def lodge(anyio_backend: str, clock: HandClock) -> Any:
    """A lodge with little patience."""
    _, elicitor = serve(lambda _: None, settings=Settings(patience=timedelta(seconds=0.3)), clock=clock)
    await elicitor.desk.lodge.start()
    yield elicitor.desk.lodge
    await elicitor.desk.lodge.close()


def effect(name: str = "charge", *, again: bool = False, lease: float = 60) -> Effect:
    """Of one call."""
    return Effect(digest_of("call"), name, timedelta(seconds=lease), again)


async def test_what_failed_is_not_done_again_unless_the_author_said_so(lodge: Lodge) -> None:
    """The body that runs gets the error itself; a later run is told that it failed."""
    till = Till(ConnectionError("the bank is silent"))
    with pytest.raises(ConnectionError):
        await do_once(lodge, effect(), till.charge)
    with pytest.raises(Refused) as refused:
        await do_once(lodge, effect(), till.charge)
    assert (refused.value.code, till.charged) == ("effect_failed", 1)
    for _ in range(2):
        with pytest.raises(ConnectionError):
            await do_once(lodge, effect("mail", again=True), till.charge)
    assert till.charged == 3


async def test_what_is_being_done_is_waited_for(lodge: Lodge) -> None:
    """For as long as a retry waits; the second gets the result of the first, or hears that it is busy."""
    go = anyio.Event()
    till = Till()

    async def slow() -> Any:
        await go.wait()
        return await till.charge()

    results: list[Any] = []

    async def one() -> None:
        results.append(await do_once(lodge, effect(), slow))

    async with anyio.create_task_group() as group:
        group.start_soon(one)
        await anyio.sleep(0.05)
        with pytest.raises(Refused) as refused:
            await do_once(lodge, effect(), slow)
        assert refused.value.code == "effect_busy"
        group.start_soon(one)
        go.set()
    assert results == [{"receipt": 1}, {"receipt": 1}]


@pytest.mark.parametrize(("again", "charged"), [(False, 1), (True, 2)])
async def test_when_the_process_dies_inside_the_author_has_chosen(
    lodge: Lodge, clock: HandClock, again: bool, charged: int
) -> None:
    """At most once: nobody does it again, and the call says so. At least once: it is done again."""
    till = Till()

    async def die() -> Any:
        await till.charge()
        await anyio.sleep_forever()

    async with anyio.create_task_group() as group:
        group.start_soon(do_once, lodge, effect(), die)
        await anyio.sleep(0.05)
        group.cancel_scope.cancel()
    clock.pass_by(minutes=2)
    if again:
        assert await do_once(lodge, effect(again=again), till.charge) == {"receipt": 2}
    else:
        with pytest.raises(Refused) as refused:
            await do_once(lodge, effect(again=again), till.charge)
        assert refused.value.code == "effect_unsure"
    assert till.charged == charged


async def test_whoever_comes_back_after_the_lease_gets_the_result_that_counts(lodge: Lodge, clock: HandClock) -> None:
    """Done again in the meantime, as its author allowed; both bodies go on with the same receipt."""
    till, go = Till(), anyio.Event()
    results: list[Any] = []

    async def slow() -> Any:
        made = await till.charge()
        await go.wait()
        return made

    async def late() -> None:
        results.append(await do_once(lodge, effect(again=True), slow))

    async with anyio.create_task_group() as group:
        group.start_soon(late)
        await anyio.sleep(0.05)
        clock.pass_by(minutes=2)
        results.append(await do_once(lodge, effect(again=True), till.charge))
        go.set()
    assert results == [{"receipt": 2}, {"receipt": 2}]


async def test_what_json_cannot_hold_is_refused(lodge: Lodge) -> None:
    """Naming the effect; and a name is needed."""

    async def made() -> object:
        return object()

    with pytest.raises(Misuse, match="'charge'"):
        await do_once(lodge, effect(), made)
    with pytest.raises(Misuse):
        effect("")


@pytest.mark.parametrize("era", ERAS)
async def test_nobody_asks_inside_of_it(era: str) -> None:
    """In era B that is noticed; in era A the answer is there at once."""

    def register(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def buy() -> str:
            async def charge() -> int:
                return await ask.form(int, "How many?")

            try:
                return str(await ask.once("charge", charge))
            except ElicitorError as error:
                return error.code

    mcp, _ = serve(register)
    async with client_of(mcp, era, Answers({"How many?": 2})) as client:
        assert text_of(await client.call_tool("buy", {})) == ("asked_inside_once" if era == ERA_B else "2")
