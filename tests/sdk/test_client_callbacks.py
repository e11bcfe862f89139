"""The client's edge to the SDK: what is declared, what is refused, and what happens to request state."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    InputRequiredResult,
    ListToolsResult,
)

from asking.bodies import Booking, serve, text_of
from client.people import Human, pondering_forever
from elicitor import NotAnswered, ask
from elicitor.client.scripted import Fill, Follow, Scripted
from elicitor.errors import PeerBroke
from elicitor.events import Event
from elicitor.protocol.answers import Accepted, Cancelled
from elicitor.protocol.modes import Modes
from elicitor.sdk.client import Host
from elicitor.sdk.client_transport import honest
from elicitor.testing import run_app

pytestmark = pytest.mark.anyio
ERAS = ("legacy", "2026-07-28")
both_eras = pytest.mark.parametrize("era", ERAS)
SCHEMA = {"type": "object", "properties": {"size": {"type": "string"}}}


def blunt(mcp: MCPServer[Any]) -> None:
    """A server that asks in whatever mode it likes, and tells what it was answered."""

    @mcp.tool()
    async def declared(ctx: Context) -> str:
        found = ctx.client_capabilities
        elicitation = None if found is None else found.elicitation
        return json.dumps(None if elicitation is None else elicitation.model_dump(exclude_none=True))

    @mcp.tool()
    async def ask_form(ctx: Context) -> str | InputRequiredResult:
        if ctx.protocol_version >= "2026-07-28":
            params = ElicitRequestFormParams(message="Your size?", requested_schema=SCHEMA)
            return InputRequiredResult(input_requests={"q": ElicitRequest(params=params)}, request_state="s")
        session: Any = ctx.session
        return str((await session.elicit_form("Your size?", SCHEMA, ctx.request_id)).action)

    @mcp.tool()
    async def ask_link(ctx: Context) -> str | InputRequiredResult:
        if ctx.protocol_version >= "2026-07-28":
            params = ElicitRequestURLParams(message="Sign in", url="https://mcp.example.com/x")
            return InputRequiredResult(input_requests={"q": ElicitRequest(params=params)}, request_state="s")
        session: Any = ctx.session
        return str((await session.elicit_url("Sign in", "https://mcp.example.com/x", "e-1", ctx.request_id)).action)


def server() -> MCPServer[Any]:
    """With these functions and nothing of ours."""
    mcp: MCPServer[Any] = MCPServer("Blunt")
    blunt(mcp)
    return mcp


@both_eras
@pytest.mark.requirement("CAP-1", "CAP-3")
@pytest.mark.case("R049", "R086", "R100")
@pytest.mark.parametrize(
    ("person", "declared"),
    [
        (Scripted(), None),
        (Scripted(forms=[Fill({"size": "s"})]), {"form": {}}),
        (Scripted(links=[Follow()]), {"url": {}}),
        (Scripted(links=[Follow()], forms=[Fill({})]), {"form": {}, "url": {}}),
    ],
)
async def test_exactly_what_the_person_can_do_is_declared(era: str, person: Scripted, declared: Any) -> None:
    """Prepared answers count as somebody who can answer; nobody counts as nobody."""
    async with Host(person=person).connect(server(), mode=era) as client:
        assert json.loads(text_of(await client.call_tool("declared", {}))) == declared


@both_eras
@pytest.mark.requirement("CAP-5")
@pytest.mark.case("R103", "R086")
@pytest.mark.parametrize(
    ("tool", "person"),
    [
        ("ask_link", Scripted(forms=[Fill({"size": "s"})])),
        ("ask_form", Scripted(links=[Follow(answer=Cancelled())])),
    ],
)
async def test_a_mode_that_was_not_declared_is_refused_at_once(era: str, tool: str, person: Scripted) -> None:
    """With -32602 in era A; in era B the call fails on our side and is not made again. No person sees it."""
    async with Host(person=person).connect(server(), mode=era) as client:
        with anyio.fail_after(5):
            with pytest.raises((MCPError, PeerBroke)) as broke:
                await client.call_tool(tool, {})
            assert "mode_not_declared" in (str(broke.value), getattr(broke.value, "code", ""))[era != "legacy"]
    assert person.unanswered == []
    both = Scripted(forms=[Fill({"size": "s"})], links=[Follow(answer=Cancelled())])
    async with Host(person=both).connect(server(), mode="legacy") as client:
        assert text_of(await client.call_tool(tool, {})) == ("accept" if tool == "ask_form" else "cancel")


@pytest.mark.requirement("CAP-5")
async def test_the_code_of_era_a_is_the_one_of_the_text() -> None:
    """-32602, as the server sees it."""
    seen: list[int] = []
    mcp: MCPServer[Any] = MCPServer("Blunt")

    @mcp.tool()
    async def ask_form(ctx: Context) -> str:
        session: Any = ctx.session
        try:
            await session.elicit_form("Your size?", SCHEMA, ctx.request_id)
        except MCPError as error:
            seen.append(error.error.code)
        return "asked"

    async with Host(person=Scripted(links=[Follow()])).connect(mcp, mode="legacy") as client:
        await client.call_tool("ask_form", {})
    assert seen == [-32602]


@pytest.mark.case("R104")
@both_eras
async def test_a_question_of_the_very_first_call_reaches_the_person(era: str) -> None:
    """There is no moment in which somebody else would answer it."""

    def first(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def book() -> str:
            return str((await ask.form(Booking, "Which day?")).people)

    mcp, _ = serve(first)
    human = Human(form_answer=Accepted({"day": "2026-12-24", "people": 3}))
    async with Host(person=human).connect(mcp, mode=era) as client:
        assert text_of(await client.call_tool("book", {})) == "3"
    assert len(human.forms) == 1


@pytest.mark.case("R085")
async def test_a_question_that_the_server_takes_back_disappears() -> None:
    """The dialog is closed, a late answer is dropped, and the result of the call is there."""

    def hurried(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def book() -> str:
            try:
                await ask.form(Booking, "Which day?", timeout=timedelta(seconds=0.3))
            except NotAnswered as no:
                return no.code
            return "answered"

    mcp, _ = serve(hurried)
    human = Human(think=pondering_forever)
    async with Host(person=human).connect(mcp, mode="legacy") as client:
        with anyio.fail_after(5):
            assert text_of(await client.call_tool("book", {})) == "no_answer_in_time"
            while human.at_work:  # noqa: ASYNC110  the person's own task ends a moment later
                await anyio.sleep(0.01)
    assert len(human.forms) == 1


@pytest.mark.requirement("MRTR-5", "MRTR-6")
@pytest.mark.attack("F24")
@pytest.mark.parametrize("state", ["x", '{"a": 1}', "ünï 日本 \u202e", " lead and trail ", "a" * 20_000, None])
async def test_request_state_goes_back_as_it_came_and_nowhere_else(state: str | None) -> None:
    """Byte for byte, or not at all where there was none; two calls at once each have their own."""
    seen: list[tuple[str, Any, Any]] = []

    async def look(ctx: Any, call_next: Any) -> Any:
        if ctx.method != "tools/call":
            return await call_next(ctx)
        params = ctx.params or {}
        name = params["arguments"]["name"]
        seen.append((name, params.get("requestState"), params.get("inputResponses")))
        if params.get("inputResponses"):
            return {"content": [{"type": "text", "text": name}], "resultType": "complete"}
        request = {
            "method": "elicitation/create",
            "params": {"mode": "form", "message": name, "requestedSchema": SCHEMA},
        }
        return {"resultType": "input_required", "inputRequests": {"q": request}} | (
            {} if state is None else {"requestState": f"{name}:{state}"}
        )

    async def call_tool(ctx: Any, params: Any) -> CallToolResult:
        raise AssertionError

    async def list_tools(ctx: Any, params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[])

    raw: Any = Server("Raw", on_call_tool=call_tool, on_list_tools=list_tools)
    raw.middleware.append(look)
    host = Host(person=Scripted(forms=[Fill({"size": "s"})]))
    async with host.connect(raw, mode="2026-07-28") as client, anyio.create_task_group() as tasks:
        for name in ("one", "other"):
            tasks.start_soon(client.call_tool, "t", {"name": name})
    retries = [(name, given) for name, given, responses in seen if responses]
    assert sorted(retries) == sorted((name, None if state is None else f"{name}:{state}") for name in ("one", "other"))
    assert all(given is None for _, given, responses in seen if not responses)


async def test_who_holds_a_session_already_gets_the_bare_callbacks() -> None:
    """The example at the top of the file, over HTTP."""

    def one(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def book() -> str:
            return str((await ask.form(Booking, "Which day?")).people)

    mcp, _ = serve(one)
    only_forms = Modes(form=True, url=False)
    host = Host(person=Human(form_answer=Accepted({"day": "2026-12-24", "people": 3}), modes=only_forms))
    callbacks = host.callbacks(name="Tables")
    async with run_app(mcp.streamable_http_app()) as origin:
        transport = honest(streamable_http_client(f"{origin}/mcp"), only_forms)
        async with Client(transport, mode="2026-07-28", **callbacks.session_options) as client:
            session = client.session
            result: Any = await callbacks.run(
                session,
                lambda answers, state: session.call_tool(
                    "book", {}, input_responses=answers, request_state=state, allow_input_required=True
                ),
            )
    assert text_of(result) == "3"


@pytest.mark.case("R041", "R042")
async def test_a_dialog_that_cannot_be_shown_is_no_persons_no() -> None:
    """The server hears an error without the reason, the record has a fault; the next question is shown."""

    class Broken(Human):
        """Whose window does not open the first time."""

        async def fill_form(self, question: Any) -> Any:
            """See `Person`."""
            if not self.told:
                self.told.append("tried")
                raise RuntimeError("display :0 refused by /home/ann")
            return await super().fill_form(question)

    def table(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def book() -> str:
            return str((await ask.form(Booking, "Which day?")).people)

    mcp, _ = serve(table)
    events: list[Event] = []
    person = Broken(form_answer=Accepted({"day": "2026-12-24", "people": 3}))
    async with Host(person=person, listeners=[events.append]).connect(mcp, mode="legacy") as client:
        told = text_of(await client.call_tool("book", {}))
        assert "could not show the question" in told
        assert "declined" not in told
        assert "display" not in told
        assert text_of(await client.call_tool("book", {})) == "3"
    assert "elicitation_fault" in [event.code for event in events]
