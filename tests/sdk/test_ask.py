"""`ask` in bodies: one body, both eras."""

from __future__ import annotations

from typing import Annotated, Any

import anyio
import pytest
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError

from asking.bodies import ERAS, Answers, Booking, Size, client_of, serve, text_of
from elicitor import Answer, Ask, Cancelled, Declined, Filled, NotAnswered, ask
from elicitor.errors import Misuse

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("era", ERAS)]

BOOKING = {"day": "2026-12-24", "people": 3}


def bodies(mcp: MCPServer[Any]) -> None:
    """Everything a body can ask."""

    @mcp.tool()
    async def book(table: str) -> str:
        booking = await ask.form(Booking, "Which day?")
        size = await ask.choose("Which size?", ["small", "large"])
        if not await ask.confirm(f"Book a {size} table for {booking.people}?"):
            return "not booked"
        return f"{table} {booking.day:%d.%m.} {size}"

    @mcp.tool()
    async def together() -> str:
        size, people, sure = await ask.all(
            ask.form(Size, "Which size?"),  # type: ignore[arg-type]
            ask.form(int, "How many?"),
            ask.confirm("Sure?"),
        )
        return f"{size} {people} {sure}"

    @mcp.tool()
    async def outcome() -> str:
        match await ask.answer(Booking, "Which day?"):
            case Filled(booking):
                return f"filled {booking.people}"
            case Declined():
                return "declined"
            case Cancelled():
                return "cancelled"

    @mcp.tool()
    async def parameter(when: Annotated[Booking, Ask("Which day?")], note: str = "-") -> str:
        return f"{when.people} {note}"

    @mcp.tool()
    def parameter_with_outcome(when: Annotated[Answer[Booking], Ask("Which day?")]) -> str:
        return type(when).__name__

    @mcp.prompt()
    async def invitation() -> str:
        return f"In a {await ask.form(str, 'Which tone?')} tone"

    @mcp.resource("tables://free")
    async def free() -> str:
        return f"Free tables of size {await ask.choose('Which size?', ['small', 'large'])}"

    @mcp.tool()
    async def careless() -> str:
        try:
            sure = await ask.confirm("Sure?")
        except Exception:  # noqa: BLE001  what careless authors write
            return "swallowed"
        return f"went on: {sure}"

    @mcp.tool()
    async def forgiving() -> str:
        try:
            await ask.form(Booking, "Which day?")
        except NotAnswered as no:
            return f"without a day: {no.code}"
        return "with a day"


@pytest.mark.requirement("ACT-1", "FORM-10", "MRTR-1")
@pytest.mark.case("R093", "R090")
async def test_the_same_body_gives_the_same_in_both_eras(era: str) -> None:
    """Three questions, each after the other, each put once."""
    answers = Answers({"Which day?": BOOKING, "Which size?": "large", "Book a": True})
    mcp, _ = serve(bodies)
    async with client_of(mcp, era, answers) as client:
        assert text_of(await client.call_tool("book", {"table": "t1"})) == "t1 24.12. large"
    assert answers.asked == ["Which day?", "Which size?", "Book a large table for 3?"]


@pytest.mark.case("R093")
async def test_independent_questions_go_out_together(era: str) -> None:
    """In one round of era B; one after another in era A, where each has its own request."""
    answers = Answers({"Which size?": "small", "How many?": 4, "Sure?": False})
    mcp, _ = serve(bodies)
    async with client_of(mcp, era, answers) as client:
        if era != "legacy":
            first: Any = await client.session.call_tool("together", {}, allow_input_required=True)
            assert set(first.input_requests) == {"ask.0", "ask.1", "ask.2"}
        assert text_of(await client.call_tool("together", {})) == "small 4 False"
    assert answers.asked == ["Which size?", "How many?", "Sure?"]


@pytest.mark.requirement("ACT-1", "ACT-2")
@pytest.mark.case("R091", "R021")
@pytest.mark.parametrize(("answer", "told"), [(BOOKING, "filled 3"), ("decline", "declined"), ("cancel", "cancelled")])
async def test_the_three_outcomes_are_kept_apart(era: str, answer: Any, told: str) -> None:
    """For who takes the whole outcome; nothing is asked a second time."""
    answers = Answers({"Which day?": answer})
    mcp, _ = serve(bodies)
    async with client_of(mcp, era, answers) as client:
        assert text_of(await client.call_tool("outcome", {})) == told
    assert len(answers.asked) == 1


@pytest.mark.requirement("ACT-2")
@pytest.mark.parametrize(("answer", "code"), [("decline", "declined"), ("cancel", "cancelled")])
async def test_a_no_ends_the_call_unless_it_is_caught(era: str, answer: str, code: str) -> None:
    """With a sentence that the model reads; who catches it goes on."""
    mcp, _ = serve(bodies)
    async with client_of(mcp, era, Answers({"Which": answer})) as client:
        for tool in ("book", "parameter"):
            result = await client.call_tool(tool, {"table": "t1"} if tool == "book" else {})
            assert result.is_error
            assert "the question “Which day?”" in text_of(result)
        assert text_of(await client.call_tool("forgiving", {})) == f"without a day: {code}"
        for read in (client.get_prompt("invitation"), client.read_resource("tables://free")):
            with pytest.raises(MCPError) as refused:
                await read
            assert refused.value.error.data == {"reason": code}


async def test_prompts_and_resources_ask_too(era: str) -> None:
    """A static resource among them."""
    mcp, _ = serve(bodies)
    async with client_of(mcp, era, Answers({"Which tone?": "calm", "Which size?": "large"})) as client:
        assert "In a calm tone" in str((await client.get_prompt("invitation")).messages)
        assert "of size large" in str((await client.read_resource("tables://free")).contents)


async def test_a_parameter_can_be_a_question(era: str) -> None:
    """Hidden from the client, and there when the function runs; a function that is not async as well."""
    mcp, _ = serve(bodies)
    async with client_of(mcp, era, Answers({"Which day?": BOOKING})) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(tools["parameter"].input_schema["properties"]) == ["note"]
        assert text_of(await client.call_tool("parameter", {"note": "x"})) == "3 x"
        assert text_of(await client.call_tool("parameter_with_outcome", {})) == "Filled"


async def test_catching_every_exception_does_not_swallow_a_question(era: str) -> None:
    """It is asked, and the body goes on with the answer."""
    mcp, _ = serve(bodies)
    async with client_of(mcp, era, Answers({"Sure?": True})) as client:
        assert text_of(await client.call_tool("careless", {})) == "went on: True"


async def test_a_yes_is_a_yes_and_nothing_else(era: str) -> None:
    """An unticked box and a no are no; a dismissed question is neither, and ends the call."""
    mcp, _ = serve(bodies)
    for answer, told in ((True, "True"), (False, "False"), ("decline", "False")):
        async with client_of(mcp, era, Answers({"Sure?": answer})) as client:
            assert text_of(await client.call_tool("careless", {})) == f"went on: {told}"
    async with client_of(mcp, era, Answers({"Sure?": "cancel"})) as client:
        assert text_of(await client.call_tool("careless", {})) == "swallowed"


async def test_a_question_asked_in_a_task_group_is_put(era: str) -> None:
    """In era B the signal comes out wrapped in a group."""

    def group(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def grouped() -> str:
            found: list[bool] = []

            async def one() -> None:
                found.append(await ask.confirm("Sure?"))

            async with anyio.create_task_group() as tasks:
                tasks.start_soon(one)
            return str(found)

    mcp, _ = serve(group)
    async with client_of(mcp, era, Answers({"Sure?": True})) as client:
        assert text_of(await client.call_tool("grouped", {})) == "[True]"


async def test_outside_a_call_there_is_nobody_to_ask(era: str) -> None:
    """Said in a sentence."""
    with pytest.raises(Misuse, match="inside a call"):
        await ask.confirm(f"Sure, in {era}?")
    with pytest.raises(Misuse, match="inside a call"):
        ask.account("acme")


async def test_a_form_that_may_not_be_asked_is_refused_before_it_is_sent(era: str) -> None:
    """A secret, in a body; at registration where it is a parameter."""

    def secret(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def login() -> str:
            return await ask.form(str, "Your password?")

    answers = Answers({"": "x"})
    mcp, _ = serve(secret)
    async with client_of(mcp, era, answers) as client:
        assert (await client.call_tool("login", {})).is_error
    assert answers.asked == []

    def at_once(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def login(password: Annotated[str, Ask("Your password?")]) -> str:
            return password

    with pytest.raises(Misuse):
        serve(at_once)
