"""A call that is put aside, and goes on in another process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest
from mcp.server.mcpserver import MCPServer

from asking.bodies import Booking, serve, text_of
from elicitor import ask
from elicitor.client.scripted import Fill, Scripted
from elicitor.errors import Misuse
from elicitor.sdk.client import Host
from elicitor.sdk.client_pausing import PausedCall
from elicitor.testing import run_app

pytestmark = pytest.mark.anyio
OTHER_PROCESS = """
import sys, anyio
from elicitor.client.scripted import Fill, Scripted
from elicitor.sdk.client import Host
from elicitor.sdk.client_pausing import PausedCall

async def main():
    host = Host(person=Scripted(forms=[Fill({"day": "2026-12-24", "people": 5})]))
    async with host.connect(sys.argv[1], mode="2026-07-28") as client:
        result = await client.resume(PausedCall.from_json(sys.stdin.read()))
        print(result.content[0].text)

anyio.run(main)
"""


def table(mcp: MCPServer[Any]) -> None:
    """Asks where it is told to."""

    @mcp.tool()
    async def book(asks: bool = True) -> str:
        return str((await ask.form(Booking, "Which day?")).people) if asks else "nothing"


@pytest.mark.case("R097")
async def test_a_call_goes_on_in_another_process() -> None:
    """Which asks the person there; a call that needs nobody is done at once."""
    mcp, _ = serve(table)
    async with run_app(mcp.streamable_http_app()) as origin:
        url = f"{origin}/mcp"
        nobody = Scripted(forms=[Fill({}, match="never")])
        async with Host(person=nobody).connect(url, mode="2026-07-28") as client:
            done: Any = await client.begin_tool("book", {"asks": False})
            assert text_of(done) == "nothing"
            paused: Any = await client.begin_tool("book")
            assert isinstance(paused, PausedCall)
        assert nobody.unanswered == []

        def go_on() -> str:
            root = Path(__file__).parents[2]
            return subprocess.run(
                [sys.executable, "-c", OTHER_PROCESS, url],
                input=paused.to_json(),
                capture_output=True,
                text=True,
                env={"PYTHONPATH": str(root / "src")},
                check=True,
                timeout=60,
            ).stdout

        assert (await anyio.to_thread.run_sync(go_on)).strip() == "5"


@pytest.mark.case("R097")
async def test_the_older_era_says_that_it_cannot() -> None:
    """In a sentence, and before anything is asked."""
    mcp, _ = serve(table)
    async with Host(person=Scripted(forms=[Fill({})])).connect(mcp, mode="legacy") as client:
        with pytest.raises(Misuse, match="cannot be paused"):
            await client.begin_tool("book")


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '{"tool": "x"}', '{"tool": "x", "arguments": 1, "asked": {}}'])
def test_other_texts_are_no_paused_calls(text: str) -> None:
    """Refused by name."""
    with pytest.raises(Misuse):
        PausedCall.from_json(text)
