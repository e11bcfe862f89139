"""The same body over every transport, and where a transport lets the server send nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from asking.bodies import ERAS, Answers, Booking, serve, text_of
from elicitor import ask
from elicitor.testing import run_app

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("era", ERAS)]
ROOT = Path(__file__).parents[2]


def table(mcp: Any) -> None:
    """Asks once."""

    @mcp.tool()
    async def book() -> str:
        return str((await ask.form(Booking, "Which day?")).people)


@pytest.mark.case("R070", "R071")
@pytest.mark.parametrize(
    ("options", "works_in_era_a"),
    [({}, True), ({"stateless_http": True}, False), ({"json_response": True}, False)],
)
async def test_over_http_with_and_without_sessions(era: str, options: dict[str, Any], works_in_era_a: bool) -> None:
    """Where the server can send nothing on an open call, the older era is refused at once and told what to change."""
    mcp, _ = serve(table)
    answers = Answers({"Which day?": {"day": "2026-12-24", "people": 3}})
    async with run_app(mcp.streamable_http_app(**options)) as origin:
        transport = streamable_http_client(f"{origin}/mcp")
        async with Client(transport, mode=era, elicitation_callback=answers) as client:
            result = await client.call_tool("book", {})
    if works_in_era_a or era != "legacy":
        assert text_of(result) == "3"
    else:
        assert result.is_error
        assert "shows no forms" in text_of(result) or "no questions" in text_of(result)
        assert answers.asked == []


@pytest.mark.case("R072")
async def test_on_stdio(era: str) -> None:
    """A server that only asks forms is a program like any other."""
    answers = Answers(
        {
            "Where would you like": "Blue Door",
            "Which table": "garden",
            "When shall I": {"day": "2026-12-24", "people": 3},
            "Add it": False,
        }
    )
    server = StdioServerParameters(
        command=sys.executable,
        args=[str(ROOT / "examples" / "booking_server.py")],
        env={"PYTHONPATH": str(ROOT / "src")},
    )
    async with Client(server, mode=era, elicitation_callback=answers) as client:
        told = text_of(await client.call_tool("book_table", {}))
    assert told == "Blue Door, garden table, 2026-12-24: BL-GAR-2412"
    assert len(answers.asked) == 4
