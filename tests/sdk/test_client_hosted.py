"""The SDK's client with a person behind it; tests/sdk/test_client.py walks through whole calls."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.client import Client
from mcp.server.mcpserver import MCPServer

from asking.bodies import Booking, serve
from elicitor import ask
from elicitor.client.scripted import Fill, Scripted
from elicitor.errors import Misuse
from elicitor.sdk.client import Host

pytestmark = pytest.mark.anyio


def everything(mcp: MCPServer[Any]) -> None:
    """Asks in each kind of request that may ask."""

    @mcp.tool()
    async def book() -> int:
        return (await ask.form(Booking, "Which day?")).people

    @mcp.prompt()
    async def invite() -> str:
        return str((await ask.form(Booking, "Which day?")).people)

    @mcp.resource("tables://free")
    async def free() -> str:
        return str((await ask.form(Booking, "Which day?")).people)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_every_request_goes_through_the_person(mode: str) -> None:
    """And the lists, which ask nothing, go through unchanged."""
    mcp, _ = serve(everything)
    host = Host(person=Scripted(forms=[Fill({"day": "2026-12-24", "people": 6})]))
    async with host.connect(mcp, mode=mode) as client:
        assert "6" in str((await client.call_tool("book", {})).content)
        assert "6" in str((await client.get_prompt("invite")).messages)
        assert "6" in str((await client.read_resource("tables://free")).contents)
        assert [tool.name for tool in (await client.list_tools()).tools] == ["book"]
        assert len((await client.list_prompts()).prompts) == 1
        assert len((await client.list_resources()).resources) == 1
        assert (await client.list_resource_templates()).resource_templates == []


async def test_a_version_of_the_sdk_without_the_seam_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By name; with it the client exists."""
    host = Host(person=Scripted())
    async with host.connect(MCPServer("Tables")):
        pass
    monkeypatch.delattr(Client, "_drive_input_required")
    with pytest.raises(Misuse, match="not known"):
        async with host.connect(MCPServer("Tables")):
            pass
