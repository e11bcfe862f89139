"""A server that asks: `elicitor call "python examples/booking_server.py" book_table` plays with it at a terminal."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel, Field

from elicitor import Elicitor, ask

mcp = MCPServer("Tables")
Elicitor().attach(mcp)

FREE = {"Blue Door": ["window", "garden"], "Old Mill": ["river"]}


class Booking(BaseModel):
    """What the person is asked for."""

    day: date
    people: Annotated[int, Field(ge=1, le=8, title="How many of you?")] = 2


async def reserve(house: str, table: str, booking: Booking) -> str:
    """Where a real server would call the restaurant; it must not happen twice."""
    return f"{house[:2].upper()}-{table[:3].upper()}-{booking.day:%d%m}"


@mcp.tool()
async def book_table() -> str:
    """Book a table; the person is asked where, when, and whether to go ahead."""
    house = await ask.choose("Where would you like to eat?", list(FREE))
    table = FREE[house][0]
    if len(FREE[house]) > 1:
        table = await ask.choose(f"Which table at {house}?", FREE[house])
    booking = await ask.form(Booking, f"When shall I book the {table} table?")
    number = await ask.once("reserve", lambda: reserve(house, table, booking))
    if await ask.confirm(f"Reserved as {number}. Add it to your calendar?"):
        return f"{house}, {table} table, {booking.day}: {number}, in your calendar"
    return f"{house}, {table} table, {booking.day}: {number}"


if __name__ == "__main__":
    mcp.run("stdio")
