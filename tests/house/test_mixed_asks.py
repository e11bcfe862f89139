"""Accounts and forms in one body, with a client that can do both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import anyio
import pytest
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from asking.bodies import text_of
from elicitor import Account, Ask, Connect, ask, development_http
from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage, set_stage
from house.walking import client_of, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]
done: list[str] = []


def functions(mcp: MCPServer[Any]) -> None:
    """Ask for both, in either order."""

    @mcp.tool()
    async def body() -> str:
        least = await ask.form(int, "How many at least?")

        async def note() -> str:
            done.append("noted")
            return "noted"

        noted = await ask.once("note", note)
        try:
            async with ask.account("acme", scopes={"files:read"}) as account:
                most = await ask.form(int, "How many at most?")
                return f"{account.name} {least} {most} {noted}"
        except Exception:  # noqa: BLE001  what careless authors write
            return "swallowed"

    @mcp.tool()
    async def parameters(
        account: Annotated[Account, Connect("acme", scopes={"files:read"})],
        least: Annotated[int, Ask("How many at least?")],
    ) -> str:
        return f"{account.name} {least}"


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """With these functions."""
    done.clear()
    async with set_stage(development_http(), more=functions) as running:
        yield running


class Person:
    """Answers forms, and goes where links lead."""

    def __init__(self, tasks: Any) -> None:
        self.asked: list[str] = []
        self._tasks = tasks

    async def __call__(self, _: Any, params: Any) -> ElicitResult:
        """The callback of a client."""
        self.asked.append("link" if params.mode == "url" else params.message)
        if params.mode == "url":
            self._tasks.start_soon(self.go, params.url)
            return ElicitResult(action="accept")
        return ElicitResult(action="accept", content={"answer": 7})

    async def go(self, url: str) -> None:
        """Connect the account."""
        async with ScriptedBrowser() as browser:
            await walk(browser, url, "alice")


@pytest.mark.case("R093")
@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
async def test_forms_and_accounts_mix_in_a_body(stage: Stage, era: str) -> None:
    """Each is asked for once, although era A refuses the call in the middle and gets it again."""
    async with anyio.create_task_group() as tasks:
        person = Person(tasks)
        async with client_of(stage, await stage.token_for("alice"), era, elicitation_callback=person) as client:
            if era == "legacy":
                with pytest.raises(MCPError) as refused:
                    await client.call_tool("body", {})
                (link,) = refused.value.error.data["elicitations"]
                person.asked.append("link")
                await person.go(link["url"])
            assert text_of(await client.call_tool("body", {})) == "Alice Liddell 7 7 noted"
            assert person.asked == ["How many at least?", "link", "How many at most?"]
            assert done == ["noted"]
            assert text_of(await client.call_tool("body", {})) == "Alice Liddell 7 7 noted"
            assert done == ["noted", "noted"]


@pytest.mark.case("R093")
@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
async def test_marked_parameters_are_asked_for_together(stage: Stage, era: str) -> None:
    """In one round of era B; the account first in era A."""
    async with anyio.create_task_group() as tasks:
        person = Person(tasks)
        async with client_of(stage, await stage.token_for("alice"), era, elicitation_callback=person) as client:
            if era == "legacy":
                with pytest.raises(MCPError) as refused:
                    await client.call_tool("parameters", {})
                assert person.asked == []
                await person.go(refused.value.error.data["elicitations"][0]["url"])
            else:
                first: Any = await client.session.call_tool("parameters", {}, allow_input_required=True)
                assert set(first.input_requests) == {"acme", "ask.0"}
            assert text_of(await client.call_tool("parameters", {})) == "Alice Liddell 7"
            assert person.asked.count("How many at least?") == 1
