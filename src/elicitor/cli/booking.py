"""The demo's second story: a tool that asks in the middle, and does its work once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from mcp.server.mcpserver import MCPServer

from elicitor.client.outcomes import CallStopped
from elicitor.client.person import Person
from elicitor.client.scripted import Fill, Scripted
from elicitor.client.terminal import Terminal
from elicitor.events import Event
from elicitor.sdk.ask import ask
from elicitor.sdk.client import Host
from elicitor.sdk.elicitor import Elicitor

__all__ = ["play_booking"]

Say = Callable[[str], None]


@dataclass
class Booking:
    """What the person is asked for."""

    day: date
    people: int = 2


async def play_booking(mode: str, *, auto: bool, say: Say) -> bool:
    """Play the story once; returns whether the table was booked, and charged for once."""
    charged: list[str] = []
    host = Host(person=_person(auto=auto), listeners=[_teller(say)])
    async with host.connect(_server(charged, say), name="Tables", mode=mode) as client:
        say("  client   --> server     tools/call book_table")
        try:
            result: Any = await client.call_tool("book_table", {})
        except CallStopped as stopped:
            say(f"  client                  {stopped.sentence}")
            return False
    say(f"  client   <-- server     {result.content[0].text}")
    say(f"  server                  the deposit was taken {len(charged)} time(s)")
    return not result.is_error and len(charged) == 1


def _server(charged: list[str], say: Say) -> MCPServer[Any]:
    mcp: MCPServer[Any] = MCPServer("Tables")
    Elicitor().attach(mcp)
    runs: list[int] = []

    @mcp.tool()
    async def book_table() -> str:
        """Book a table."""
        runs.append(1)
        say(f"  server                  the body of book_table runs (run {len(runs)})")
        booking = await ask.form(Booking, "For which day shall I book?")

        async def deposit() -> str:
            charged.append(f"{booking.people * 5}")
            say(f"  server   --> bank       takes a deposit of {booking.people * 5}")
            return f"D-{booking.day:%d%m}"

        number = await ask.once("deposit", deposit)
        if not await ask.confirm(f"Deposit {number} is taken. Book a table for {booking.people}?"):
            return f"No table. The deposit {number} goes back."
        return f"A table for {booking.people} on {booking.day}, deposit {number}"

    return mcp


def _person(*, auto: bool) -> Person:
    if not auto:
        return Terminal()
    return Scripted(
        forms=[
            Fill({"day": "2026-12-24", "people": 4}, match="which day"),
            Fill({"confirm": True}, match="Book a table"),
        ]
    )


def _teller(say: Say) -> Callable[[Event], None]:
    def tell(event: Event) -> None:
        if event.code == "elicitation_shown":
            say("  client   <-- server     a question, in the middle of the call: shown to the person")

    return tell
