"""FastMCP's client with a person behind it, in both eras."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer

from asking.bodies import Booking, serve
from elicitor import ask
from elicitor.client.scripted import Fill, Follow, Scripted
from elicitor.errors import Misuse
from elicitor.sdk.client import Host
from elicitor.testing import ScriptedBrowser, run_app
from elicitor.testing.stage import Stage
from house.walking import walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]
ERAS = ("legacy", "2026-07-28")
FORMS = [Fill({"day": "2026-12-24", "people": 3})]


@pytest.mark.parametrize("era", ERAS)
async def test_forms_are_answered(era: str) -> None:
    """By the person of the host; a dismissed one ends the call."""

    def table(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def book() -> str:
            return str((await ask.form(Booking, "Which day?")).people)

    mcp, _ = serve(table)
    async with run_app(mcp.streamable_http_app()) as origin:
        host = Host(person=Scripted(forms=FORMS, links=[Follow()]))
        async with host.fastmcp(f"{origin}/mcp", name="Tables", mode=era) as client:
            result: Any = await client.call_tool("book", {})
            assert result.content[0].text == "3"
        host = Host(person=Scripted(forms=[Fill({}, match="never")], links=[Follow()]))
        async with host.fastmcp(f"{origin}/mcp", name="Tables", mode=era) as client:
            result = await client.call_tool("book", {}, raise_on_error=False)
            assert result.is_error
            assert "dismissed" in result.content[0].text


@pytest.mark.parametrize("era", ERAS)
async def test_links_are_followed_and_the_call_goes_on(stage: Stage, era: str) -> None:
    """Which FastMCP's client does not do by itself."""
    token = (await stage.token_for("alice")).reveal()
    visited: list[str] = []

    async def browse(url: str) -> None:
        visited.append(url)
        async with ScriptedBrowser() as browser:
            await walk(browser, url, "alice")

    host = Host(person=Scripted(forms=FORMS, links=[Follow(browse)]))
    async with host.fastmcp(stage.mcp_url, name="Files", mode=era, auth=token) as client:
        result: Any = await client.call_tool("list_files", {})
        assert "down-the-rabbit-hole.txt" in str(result.content)
        assert (await client.read_resource("files://all"))[0]
    assert len(visited) == 1


async def test_a_person_with_one_mode_is_refused() -> None:
    """FastMCP would declare both; nobody at all is fine, and declares nothing."""
    with pytest.raises(Misuse, match=r"host\.connect"):
        Host(person=Scripted(forms=FORMS)).fastmcp("https://mcp.example.com/mcp")
    assert Host(person=Scripted()).fastmcp("https://mcp.example.com/mcp", name="Files")
