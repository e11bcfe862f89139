"""Our own host against our own server: a person is asked, waits, and the call that was made goes on by itself."""

from __future__ import annotations

import anyio
import pytest

from elicitor.client.outcomes import CallStopped
from elicitor.client.person import Blocked, LinkAnswer
from elicitor.client.scripted import Follow, Scripted
from elicitor.events import Event
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.sdk.client import Host
from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage
from house.walking import grants, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ERAS = ["legacy", "2026-07-28"]


async def headers(stage: Stage) -> dict[str, str]:
    """Alice's bearer token, in a header."""
    return {"Authorization": f"Bearer {(await stage.token_for('alice')).reveal()}"}


async def browse(url: str) -> None:
    """Alice does what the link is for."""
    async with ScriptedBrowser() as browser:
        await walk(browser, url, "alice")


@pytest.mark.requirement("DONE-7", "ERR-5", "MRTR-5", "CAP-1")
@pytest.mark.case("R040", "R050", "R095")
@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("tool", ["list_files", "list_files_patiently"])
async def test_one_line_is_enough_in_both_eras(stage: Stage, mode: str, tool: str) -> None:
    """The link is opened once, whatever the server's way of asking is."""
    events: list[Event] = []
    follow = Follow(browse, before_answering=tool == "list_files_patiently")
    host = Host(person=Scripted(links=[follow]), listeners=[events.append])
    async with host.connect(stage.mcp_url, name="Files", headers=await headers(stage), mode=mode) as client:
        with anyio.fail_after(30):
            result = await client.call_tool(tool, {})
        assert not result.is_error
        assert not (await client.call_tool(tool, {})).is_error
    assert grants(stage) == 1
    assert [event.code for event in events].count("elicitation_shown") == 1


@pytest.mark.requirement("UI-2", "ACT-1", "ERR-5")
@pytest.mark.case("R031", "R058")
@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("answer", [Declined(), Cancelled(), Blocked()])
async def test_no_ends_the_call_and_is_not_asked_again(stage: Stage, mode: str, answer: LinkAnswer) -> None:
    """The caller gets a typed outcome, or the server's own sentence; nothing was opened or stored."""
    person = Scripted(links=[Follow(browse, answer=answer)])
    events: list[Event] = []
    host = Host(person=person, listeners=[events.append])
    async with host.connect(stage.mcp_url, name="Files", headers=await headers(stage), mode=mode) as client:
        if mode == "legacy":
            with pytest.raises(CallStopped) as stopped:
                await client.call_tool("list_files", {})
            assert stopped.value.code in {"person_declined", "person_cancelled", "server_blocked"}
        else:
            assert (await client.call_tool("list_files", {})).is_error
    assert [event.code for event in events].count("elicitation_shown") == 1
    assert grants(stage) == 0


@pytest.mark.requirement("CAP-1", "CAP-3")
@pytest.mark.parametrize("mode", ERAS)
async def test_a_host_without_a_person_for_links_declares_none(stage: Stage, mode: str) -> None:
    """So the server asks nothing, and says what it lacks."""
    host = Host(person=Scripted())
    async with host.connect(stage.mcp_url, name="Files", headers=await headers(stage), mode=mode) as client:
        if mode == "legacy":
            assert (await client.call_tool("list_files", {})).is_error
            return
        with pytest.raises(Exception, match="cannot open links"):
            await client.call_tool("list_files", {})


@pytest.mark.requirement("DONE-5", "DONE-6")
@pytest.mark.parametrize("mode", ERAS)
async def test_a_person_who_is_not_done_is_waited_for(stage: Stage, mode: str) -> None:
    """They say nothing; the server notices when they are finished."""
    host = Host(person=Scripted(links=[Follow(browse, says_done=False)]))
    async with host.connect(stage.mcp_url, name="Files", headers=await headers(stage), mode=mode) as client:
        with anyio.fail_after(30):
            assert not (await client.call_tool("list_files", {})).is_error
