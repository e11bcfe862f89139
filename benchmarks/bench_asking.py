"""Two questions of which the second depends on the first: a body with `ask`, against the SDK's own resolvers.

Over streamable HTTP in era B, the server in a process of its own, the SDK's client answering at once. Ours writes down
each retry, so that it is good for one use; the SDK's does not.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Annotated, Any

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import ElicitResult
from pydantic import BaseModel
from report import begin, end, figure, serving, spread

from elicitor import Elicitor, ask
from elicitor.protocol.forms import define_form
from elicitor.testing import run_app

ROUNDS, WARM_UP = 600, 60


class Day(BaseModel):
    """The first question."""

    day: str


class People(BaseModel):
    """The second."""

    people: int


async def which_day(ctx: Context) -> Any:
    """Of the SDK's way."""
    return Elicit("Which day?", Day)


async def how_many(ctx: Context, day: Annotated[Day, Resolve(which_day)]) -> Any:
    """Needs the first."""
    return Elicit(f"How many people on {day.day}?", People)


def build() -> MCPServer[Any]:
    """Both on one server."""
    mcp: MCPServer[Any] = MCPServer("Bench")
    Elicitor().attach(mcp)

    @mcp.tool()
    async def by_sdk(day: Annotated[Day, Resolve(which_day)], people: Annotated[People, Resolve(how_many)]) -> str:
        """The SDK's resolvers."""
        return f"{day.day} {people.people}"

    @mcp.tool()
    async def by_us() -> str:
        """A body that asks."""
        day = await ask.form(Day, "Which day?")
        people = await ask.form(People, f"How many people on {day.day}?")
        return f"{day.day} {people.people}"

    return mcp


async def serve() -> None:
    """The server's process: says where it is, and ends with its input."""
    async with run_app(build().streamable_http_app()) as origin:
        print(json.dumps({"url": f"{origin}/mcp"}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)


async def answer(_: Any, params: Any) -> ElicitResult:
    """At once."""
    name = "people" if "people" in params.requested_schema["properties"] else "day"
    return ElicitResult(action="accept", content={name: 3 if name == "people" else "Monday"})


async def measure(url: str) -> None:
    """Interleaved, in one run."""
    taken: dict[str, list[float]] = {"by_sdk": [], "by_us": []}
    async with Client(streamable_http_client(url), mode="2026-07-28", elicitation_callback=answer) as client:
        for number in range(ROUNDS + WARM_UP):
            for tool in ("by_sdk", "by_us") if number % 2 else ("by_us", "by_sdk"):
                started = time.perf_counter()
                result = await client.call_tool(tool, {})
                taken[tool].append(time.perf_counter() - started)
                assert not result.is_error, result
    (sdk, sdk_99), (us, us_99) = (spread(times[WARM_UP:]) for times in taken.values())
    figure(f"two dependent questions, the SDK's resolvers: {sdk * 1e3:.2f} ms p50, {sdk_99 * 1e3:.2f} ms p99")
    figure(f"two dependent questions, ask.form:            {us * 1e3:.2f} ms p50, {us_99 * 1e3:.2f} ms p99")
    figure(f"ratio at p50: {us / sdk:.2f}", value=us / sdk, most=1.0)


def define() -> None:
    """What a form costs, and an answer to it."""
    fields = {f"field_{number}": (int if number % 2 else str, ...) for number in range(10)}
    from pydantic import create_model

    define_form(Day, message="Warm up")
    model = create_model("Ten", **fields)  # type: ignore[call-overload]
    started = time.perf_counter()
    form = define_form(model, message="Ten fields")
    first = time.perf_counter() - started
    figure(f"defining ten fields: {first * 1e3:.2f} ms", value=first * 1e3, most=2.0)
    choices = [f"choice {number}" for number in range(1000)]
    times = []
    for _ in range(20):
        started = time.perf_counter()
        define_form(str, message="A thousand choices", choices=choices)
        times.append(time.perf_counter() - started)
    figure(f"a thousand choices: {spread(times)[0] * 1e3:.2f} ms", value=spread(times)[0] * 1e3, most=5.0)
    content = {name: 1 if kind is int else "x" for name, (kind, _) in fields.items()}
    times = []
    for _ in range(2000):
        started = time.perf_counter()
        form.read(content)
        times.append(time.perf_counter() - started)
    figure(f"reading an answer of ten fields: {spread(times)[0] * 1e6:.0f} us", value=spread(times)[0] * 1e6, most=100)


async def main() -> None:
    """Start the server's process and measure."""
    begin(f"asking: two dependent questions over HTTP, {ROUNDS} rounds in turns with the SDK; forms in process")
    define()
    with serving(__file__) as (told, _):
        await measure(told["url"])
    end()


if __name__ == "__main__":
    asyncio.run(serve() if "--serve" in sys.argv else main())
