"""Era A, the call kept open: the question goes out, the errand ends it, and the same call answers."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, ErrorData

from elicitor import development_http
from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage, set_stage
from house.walking import client_of, grants, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

TOOL = "list_files_patiently"


class Asked:
    """A person at the client who gives one answer, and may go to the browser first."""

    def __init__(self, action: str, *, before: str = "", late: bool = False) -> None:
        self.action = action
        self.before = before
        self.late = late
        self.urls: list[str] = []
        self.told: list[str] = []
        self.done = anyio.Event()

    async def answer(self, context: Any, params: Any) -> ElicitResult:  # noqa: ARG002  the SDK names it
        """The SDK's elicitation callback."""
        self.urls.append(params.url)
        if self.before:
            async with ScriptedBrowser() as browser:
                await walk(browser, params.url, self.before)
        if self.late:
            await self.done.wait()
        return ElicitResult(action=self.action)  # type: ignore[arg-type]

    async def hear(self, message: Any) -> None:
        """The SDK's message handler."""
        if getattr(message, "method", "") == "notifications/elicitation/complete":
            self.told.append(message.params.elicitation_id)
            self.done.set()


@pytest.mark.requirement("URL-1", "DONE-1", "DONE-3", "URL-8")
@pytest.mark.case("R050")
@pytest.mark.parametrize("late", [False, True])
async def test_the_call_that_was_open_returns_what_it_was_called_for(stage: Stage, late: bool) -> None:
    """Whether the client answers as soon as the person agreed, or only when it hears that all is done."""
    person = Asked("accept", before="alice", late=late)
    token = await stage.token_for("alice")
    async with client_of(
        stage, token, "legacy", elicitation_callback=person.answer, message_handler=person.hear
    ) as client:
        result = await client.call_tool(TOOL, {})
        assert not result.is_error
        with anyio.fail_after(5):
            await person.done.wait()
    assert len(person.urls) == len(person.told) == 1
    assert grants(stage) == 1


@pytest.mark.requirement("ACT-1", "ACT-2")
@pytest.mark.parametrize(("action", "word"), [("decline", "declined"), ("cancel", "dismissed")])
async def test_no_in_the_client_ends_the_call_with_a_sentence(stage: Stage, action: str, word: str) -> None:
    """Decline and cancel are told apart, and the link is dead."""
    person = Asked(action)
    token = await stage.token_for("alice")
    async with client_of(stage, token, "legacy", elicitation_callback=person.answer) as client:
        result = await client.call_tool(TOOL, {})
    assert result.is_error
    assert word in str(result.content)
    async with ScriptedBrowser() as browser:
        assert (await sign_in(await browser.open(person.urls[0]), "alice")).status == 403


@pytest.mark.case("R042", "R032")
async def test_a_client_that_cannot_process_the_question_is_refused_in_the_ordinary_way(stage: Stage) -> None:
    """Its error is no answer of the person's: -32042 with the same link, which still works."""
    urls: list[str] = []

    async def fail(context: Any, params: Any) -> ErrorData:
        urls.append(params.url)
        return ErrorData(code=-32603, message="no window")

    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=fail) as client:
        with pytest.raises(MCPError) as refused:
            await client.call_tool(TOOL, {})
        assert refused.value.error.code == -32042
        (asked,) = refused.value.error.data["elicitations"]
        assert [asked["url"]] == urls
        async with ScriptedBrowser() as browser:
            await walk(browser, urls[0], "alice")
        assert not (await client.call_tool(TOOL, {})).is_error


@pytest.mark.case("R070", "R071")
async def test_without_a_back_channel_it_does_not_hang() -> None:
    """JSON answers have none: -32042 at once."""
    person = Asked("accept")
    async with set_stage(development_http(), json_response=True) as stage:
        token = await stage.token_for("alice")
        async with client_of(stage, token, "legacy", elicitation_callback=person.answer) as client:
            with anyio.fail_after(5), pytest.raises(MCPError) as refused:
                await client.call_tool(TOOL, {})
    assert refused.value.error.code == -32042
    assert person.urls == []
