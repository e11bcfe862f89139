"""How questions reach a client, and what is made of what comes back."""

from __future__ import annotations

import asyncio
import base64
from datetime import timedelta
from typing import Any

import anyio
import pytest
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage
from mcp_types import ElicitResult, ErrorData, jsonrpc_message_adapter

from asking.bodies import ERAS, Answers, Booking, client_of, serve, text_of
from elicitor import Assume, NotAnswered, ask
from elicitor.errors import ElicitorError
from elicitor.server.lodge import Settings

pytestmark = pytest.mark.anyio
in_both_eras = pytest.mark.parametrize("era", ERAS)
ERA_B = "2026-07-28"
GOOD = {"day": "2026-12-24", "people": 3}


def booking(mcp: MCPServer[Any]) -> None:
    """Asks once, or twice, and says what it got; counts how often it went on to the end."""
    ended: list[str] = []

    @mcp.tool()
    async def book(table: str = "t1") -> str:
        found = await ask.form(Booking, "Which day?")
        ended.append(table)
        return f"{table} {found.people} {len(ended)}"

    @mcp.tool()
    async def book_elsewhere(table: str = "t1") -> str:
        return f"{table} {(await ask.form(Booking, 'Which day?')).people}"

    @mcp.tool()
    async def twice() -> str:
        first = await ask.form(int, "First?")
        return str(first + await ask.form(int, "Second?"))


@in_both_eras
@pytest.mark.requirement("FORM-10", "FORM-13")
@pytest.mark.case("R023", "R024", "R028")
@pytest.mark.parametrize("wrong", [{}, {"day": 1}, {"day": "24.12."}, GOOD | {"people": 0}, GOOD | {"room": "x"}])
async def test_an_answer_that_does_not_fit_is_asked_again_with_the_reason(era: str, wrong: Any) -> None:
    """The body never sees it; the honest answer after it goes through."""
    answers = Answers({"Which day?": [wrong, GOOD]})
    mcp, _ = serve(booking)
    async with client_of(mcp, era, answers) as client:
        assert text_of(await client.call_tool("book", {})) == "t1 3 1"
    assert answers.asked[0] == "Which day?"
    assert answers.asked[1].startswith("The answer does not fit the form")


@in_both_eras
@pytest.mark.requirement("ACT-2")
@pytest.mark.case("R025")
async def test_it_is_not_asked_for_ever(era: str) -> None:
    """After three answers that lack the same field the call ends, and the sentence names it."""
    answers = Answers({"Which day?": {}})
    mcp, _ = serve(booking)
    async with client_of(mcp, era, answers) as client:
        result = await client.call_tool("book", {})
    assert result.is_error
    assert "day:" in text_of(result)
    assert len(answers.asked) == 3


@pytest.mark.case("R030")
@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
async def test_another_word_is_no_answer() -> None:
    """`reject` is neither yes nor no: refused, and never taken for an acceptance."""
    mcp, _ = serve(booking)
    async with client_of(mcp, ERA_B, Answers({"Which day?": GOOD})) as client:
        _, state = await answered(client)
        reject: Any = {"ask.0": ElicitResult.model_construct(action="reject", content=GOOD)}  # type: ignore[arg-type]
        refused = await client.session.call_tool("book", {}, input_responses=reject, request_state=state)
        assert refused.is_error
        assert "neither accept" in text_of(refused)
        responses, state = await answered(client)
        done = await client.session.call_tool("book", {}, input_responses=responses, request_state=state)
        assert text_of(done) == "t1 3 1"


@pytest.mark.requirement("MRTR-4")
@pytest.mark.attack("C15")
async def test_a_missing_answer_is_asked_for_again_and_a_strange_one_is_ignored() -> None:
    """By the key; nothing that was not asked is taken for an answer."""
    mcp, _ = serve(booking)
    async with client_of(mcp, ERA_B, Answers({"": GOOD})) as client:
        first: Any = await client.session.call_tool("book", {}, allow_input_required=True)
        strange = {"ask.7": ElicitResult(action="accept", content=GOOD), "x": ElicitResult(action="decline")}
        again: Any = await client.session.call_tool(
            "book", {}, allow_input_required=True, input_responses=strange, request_state=first.request_state
        )
        assert set(again.input_requests) == {"ask.0"}
        right = {"ask.0": ElicitResult(action="accept", content=GOOD), **strange}
        done: Any = await client.session.call_tool(
            "book", {}, allow_input_required=True, input_responses=right, request_state=again.request_state
        )
        assert text_of(done) == "t1 3 1"


@pytest.mark.attack("C15")
async def test_an_answer_to_a_question_that_was_not_put_yet_does_not_count() -> None:
    """The second question is put although its answer was sent with the first."""
    mcp, _ = serve(booking)
    async with client_of(mcp, ERA_B, Answers({"": 1})) as client:
        first: Any = await client.session.call_tool("twice", {}, allow_input_required=True)
        both = {key: ElicitResult(action="accept", content={"answer": 1}) for key in ("ask.0", "ask.1")}
        second: Any = await client.session.call_tool(
            "twice", {}, allow_input_required=True, input_responses=both, request_state=first.request_state
        )
        assert set(second.input_requests) == {"ask.1"}


async def answered(client: Any, tool: str = "book", **arguments: Any) -> tuple[dict[str, Any], str]:
    """The good answer to a first call, and the state that goes with it."""
    first = await client.session.call_tool(tool, arguments, allow_input_required=True)
    return {"ask.0": ElicitResult(action="accept", content=GOOD)}, first.request_state


@pytest.mark.attack("C6")
@pytest.mark.case("R096")
async def test_a_state_is_good_for_one_retry() -> None:
    """Sent again, at once a hundred times or later, it does nothing more; the first one did."""
    mcp, _ = serve(booking)
    async with client_of(mcp, ERA_B, Answers({"": GOOD})) as client:
        responses, state = await answered(client)
        ended: list[Any] = []

        async def send() -> None:
            ended.append(await client.session.call_tool("book", {}, input_responses=responses, request_state=state))

        async with anyio.create_task_group() as group:
            for _ in range(100):
                group.start_soon(send)
        good = [text_of(result) for result in ended if not result.is_error]
        assert good == ["t1 3 1"]
        assert all("used already" in text_of(result) for result in ended if result.is_error)
        assert text_of(await client.call_tool("book", {})) == "t1 3 2"


@pytest.mark.attack("C5")
@pytest.mark.case("R088")
@pytest.mark.parametrize(
    ("tool", "arguments"), [("book", {"table": "other"}), ("book_elsewhere", {}), ("book", {"table": "t1", "x": 1})]
)
async def test_a_state_belongs_to_its_call(tool: str, arguments: dict[str, Any]) -> None:
    """With other arguments or for another tool it is refused; with its own it serves."""
    mcp, _ = serve(booking)
    async with client_of(mcp, ERA_B, Answers({"": GOOD})) as client:
        responses, state = await answered(client)
        with pytest.raises(MCPError):
            await client.session.call_tool(tool, arguments, input_responses=responses, request_state=state)
        tampered = state[:-4] + ("AAAA" if state[-4:] != "AAAA" else "BBBB")
        with pytest.raises(MCPError):
            await client.session.call_tool("book", {}, input_responses=responses, request_state=tampered)
        done = await client.session.call_tool("book", {}, input_responses=responses, request_state=state)
        assert text_of(done) == "t1 3 1"


@pytest.mark.attack("C5")
async def test_a_state_of_another_server_is_refused() -> None:
    """Each has keys of its own."""
    (one, _), (other, _) = serve(booking), serve(booking)
    async with client_of(one, ERA_B, Answers({"": GOOD})) as client, client_of(other, ERA_B, Answers({})) as stranger:
        responses, state = await answered(client)
        with pytest.raises(MCPError):
            await stranger.session.call_tool("book", {}, input_responses=responses, request_state=state)
        assert not (await client.session.call_tool("book", {}, input_responses=responses, request_state=state)).is_error


@pytest.mark.attack("C7")
@pytest.mark.case("R098")
async def test_a_state_says_nothing() -> None:
    """Neither question nor answer can be read from it, by any reading of base64."""
    mcp, _ = serve(booking)
    async with client_of(mcp, ERA_B, Answers({"": 1})) as client:
        first: Any = await client.session.call_tool("twice", {}, allow_input_required=True)
        responses = {"ask.0": ElicitResult(action="accept", content={"answer": 31415926})}
        second: Any = await client.session.call_tool(
            "twice", {}, allow_input_required=True, input_responses=responses, request_state=first.request_state
        )
        state = second.request_state
        raw = state.encode() + base64.urlsafe_b64decode(state.partition(".")[2] + "===")
        assert not any(word in raw for word in (b"31415926", b"First", b"Second", b"answer", b"ask"))


async def test_a_body_that_asks_something_else_when_it_runs_again_is_named() -> None:
    """The sentence has both questions; a body that asks the same goes through."""
    turns = iter(range(100))

    def fickle(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def changing() -> str:
            return str(await ask.form(int, f"Number {next(turns)}?"))

    mcp, _ = serve(fickle)
    answers = Answers({"Number": 1})
    async with client_of(mcp, ERA_B, answers) as client:
        result = await client.call_tool("changing", {})
        assert result.is_error
        assert "“Number 0?” before, and asks “Number 1?”" in text_of(result)
    async with client_of(mcp, "legacy", answers) as client:
        assert text_of(await client.call_tool("changing", {})) == "1"


@in_both_eras
@pytest.mark.requirement("CAP-4", "CAP-6")
@pytest.mark.case("R101", "R105")
async def test_a_client_without_forms_is_refused_and_sent_nothing(era: str) -> None:
    """Era B says which mode it lacks; with `Assume` the body goes on, where the author chose so."""

    def careful(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def wipe() -> str:
            return str(await ask.confirm("Delete 40 files?"))

        @mcp.tool()
        async def paint() -> str:
            return await ask.form(str, "Which colour?", otherwise=Assume("red"))

    mcp, _ = serve(careful)
    async with client_of(mcp, era) as client:
        if era == ERA_B:
            with pytest.raises(MCPError) as refused:
                await client.call_tool("wipe", {})
            assert refused.value.error.code == -32021
            assert refused.value.error.data == {"requiredCapabilities": {"elicitation": {"form": {}}}}
        else:
            result = await client.call_tool("wipe", {})
            assert result.is_error
            assert "shows no forms" in text_of(result)
        assert text_of(await client.call_tool("paint", {})) == "red"
    async with client_of(mcp, era, Answers({"Which colour?": "blue"})) as client:
        assert text_of(await client.call_tool("paint", {})) == "blue"


@pytest.mark.requirement("ACT-2")
@pytest.mark.case("R009", "R042")
async def test_a_client_that_cannot_show_the_form_is_no_person_who_said_no() -> None:
    """A typed error that names the list; the same question without the list goes through."""

    def lists(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def several() -> str:
            try:
                return str(await ask.choose("Which ones?", ["a", "b"], several=True))
            except ElicitorError as error:
                return f"{error.code}: {error.sentence} {await ask.choose('Which one?', ['a', 'b'])}"

    async def picky(_: Any, params: Any) -> ElicitResult | ErrorData:
        if "items" in str(params.requested_schema):
            return ErrorData(code=-32603, message="invalid union")
        return ElicitResult(action="accept", content={"answer": "b"})

    mcp, _ = serve(lists)
    async with client_of(mcp, "legacy", picky) as client:
        told = text_of(await client.call_tool("several", {}))
    assert told.startswith("form_rejected:")
    assert "(answer)" in told
    assert told.endswith(" b")


@pytest.mark.case("R084")
async def test_a_question_has_a_deadline_of_its_own() -> None:
    """The body gets a typed error, the client is told that the question is over; an answer in time is an answer."""
    shown, taken_down = anyio.Event(), anyio.Event()

    def hurried(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def quick() -> str:
            try:
                return str(await ask.form(int, "Number?", timeout=timedelta(seconds=0.3)))
            except NotAnswered as no:
                return no.code

    async def slow(*_: Any) -> ElicitResult:
        shown.set()
        try:
            await anyio.sleep_forever()
        finally:
            taken_down.set()
        raise AssertionError

    mcp, _ = serve(hurried)
    async with client_of(mcp, "legacy", slow) as client:
        assert text_of(await client.call_tool("quick", {})) == "no_answer_in_time"
        with anyio.fail_after(5):
            await taken_down.wait()
    assert shown.is_set()
    async with client_of(mcp, "legacy", Answers({"Number?": 4})) as client:
        assert text_of(await client.call_tool("quick", {})) == "4"


@pytest.mark.case("R081")
async def test_the_declared_deadline_is_the_one_that_counts() -> None:
    """Ten minutes unless the author says otherwise; nothing shorter is hidden below."""
    assert Settings().answer_time == timedelta(minutes=10)

    def patient(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def slow() -> str:
            return str(await ask.form(int, "Number?"))

    mcp, _ = serve(patient, settings=Settings(answer_time=timedelta(seconds=0.2)))

    async def never(*_: Any) -> ElicitResult:
        await anyio.sleep_forever()
        raise AssertionError

    async with client_of(mcp, "legacy", never) as client:
        assert "did not answer in time" in text_of(await client.call_tool("slow", {}))


async def test_a_call_that_asks_and_asks_is_ended_and_warned_of() -> None:
    """The author hears of it early, the caller is told at the limit; a few questions are nothing to speak of."""
    heard: list[str] = []

    def endless(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def many(count: int) -> str:
            return str(sum([await ask.form(int, f"Number {turn}?") for turn in range(count)]))

    mcp, _ = serve(endless, settings=Settings(most_rounds=9), listeners=[lambda event: heard.append(event.code)])
    async with client_of(mcp, ERA_B, Answers({"Number": 1})) as client:
        assert text_of(await client.call_tool("many", {"count": 7})) == "7"
        assert heard == []
        state, responses = None, None
        for _ in range(10):
            result: Any = await client.session.call_tool(
                "many", {"count": 20}, allow_input_required=True, input_responses=responses, request_state=state
            )
            if not getattr(result, "input_requests", None):
                break
            (key,) = result.input_requests
            state, responses = result.request_state, {key: ElicitResult(action="accept", content={"answer": 1})}
        assert "too many questions" in text_of(result)
    assert heard == ["many_rounds", "too_many_rounds"]


@pytest.mark.case("R090")
async def test_a_question_can_have_a_name_of_its_own() -> None:
    """For clients that know it by name; two of one name are refused before anything is sent."""

    def named(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def one() -> str:
            return str(await ask.form(int, "Number?", key="number"))

        @mcp.tool()
        async def two() -> str:
            return str(await ask.all(ask.form(int, "Number?", key="a"), ask.form(int, "More?", key="a")))

    mcp, _ = serve(named)
    async with client_of(mcp, ERA_B, Answers({"": 4})) as client:
        first: Any = await client.session.call_tool("one", {}, allow_input_required=True)
        assert set(first.input_requests) == {"number"}
        assert text_of(await client.call_tool("one", {})) == "4"
        assert "is taken by another question" in text_of(await client.call_tool("two", {}))


@in_both_eras
@pytest.mark.case("R044", "R074")
async def test_work_in_the_background_has_nobody_to_ask(era: str) -> None:
    """Once the call was answered: an error at once, never a silence and never a default; during the call it asks."""
    found: list[str] = []
    ended = anyio.Event()

    def lingering(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def begin() -> str:
            async def later() -> None:
                await anyio.sleep(0.1)
                try:
                    found.append(str(await ask.form(int, "Number?", otherwise=Assume(7))))
                except ElicitorError as error:
                    found.append(error.code)
                ended.set()

            tasks.append(asyncio.get_running_loop().create_task(later()))
            return str(await ask.form(int, "Number?"))

    tasks: list[asyncio.Task[None]] = []
    mcp, _ = serve(lingering)
    answers = Answers({"Number?": 4})
    async with client_of(mcp, era, answers) as client:
        assert text_of(await client.call_tool("begin", {})) == "4"
        with anyio.fail_after(5):
            await ended.wait()
    await asyncio.gather(*tasks)
    assert set(found) == {"call_is_over"}
    assert answers.asked == ["Number?"]


@pytest.mark.requirement("FORM-1")
async def test_the_oldest_revision_with_forms_is_sent_no_mode() -> None:
    """And every other one is."""
    sent: list[dict[str, Any]] = []
    for revision in ("2025-06-18", "2025-11-25"):
        mcp, _ = serve(booking)
        await _legacy_call(mcp, revision, sent)
    old, new = sent
    assert "mode" not in old
    assert new["mode"] == "form"
    assert old["requestedSchema"]["properties"].keys() == new["requestedSchema"]["properties"].keys()


async def _legacy_call(mcp: MCPServer[Any], revision: str, sent: list[dict[str, Any]]) -> None:
    """A hand-made client of a revision: calls `book` and keeps the parameters of the question."""
    server = mcp._lowlevel_server
    async with create_client_server_memory_streams() as ((reads, writes), streams), anyio.create_task_group() as tasks:
        tasks.start_soon(server.run, *streams, server.create_initialization_options())

        async def send(message: dict[str, Any]) -> None:
            await writes.send(SessionMessage(jsonrpc_message_adapter.validate_python({"jsonrpc": "2.0", **message})))

        client = {"protocolVersion": revision, "capabilities": {"elicitation": {}}}
        client["clientInfo"] = {"name": "old", "version": "1"}
        await send({"id": 1, "method": "initialize", "params": client})
        await reads.receive()
        await send({"method": "notifications/initialized"})
        await send({"id": 2, "method": "tools/call", "params": {"name": "book", "arguments": {}}})
        asked: Any = await reads.receive()
        sent.append(asked.message.params)
        await send({"id": asked.message.id, "result": {"action": "accept", "content": GOOD}})
        result: Any = await reads.receive()
        assert "t1 3 1" in str(result.message)
        tasks.cancel_scope.cancel()
