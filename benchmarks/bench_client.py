"""The client's side: links inspected, hostile links and forms, a host around a call that asks nothing, one command.

Everything hostile has to end in a verdict: time and memory are measured over ten thousand of each.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver import MCPServer
from report import begin, end, figure, serving, spread

from elicitor.client.scripted import Fill, Follow, Scripted
from elicitor.errors import PeerBroke
from elicitor.protocol.forms import read_form
from elicitor.protocol.links import inspect_link
from elicitor.sdk.client import Host
from elicitor.testing import run_app

MANY, ROUNDS, WARM_UP = 10_000, 1500, 100
LINKS = [
    "https://mcp.example.com/connect/wHK_2eqBXJp5Y3E5d4UmE4sOvHakVGlWG3GIwN3Uc2E",
    "https://accounts.google.com/o/oauth2/v2/auth?client_id=1&redirect_uri=https%3A%2F%2Fmcp.example.com",
    "https://аррӏе.com/login",
    "https://login.microsoftonline.com.evil.example/",
]


def links() -> None:
    """One at a time, and ten thousand made to hurt."""
    taken = []
    for number in range(4000):
        url = LINKS[number % len(LINKS)]
        started = time.perf_counter()
        inspect_link(url, server_origin="https://mcp.example.com")
        taken.append(time.perf_counter() - started)
    median, rare = spread(taken[400:])
    figure(f"inspecting a link: {median * 1e6:.0f} us p50, {rare * 1e6:.0f} us p99", value=median * 1e6, most=200)
    chance = random.Random(1)
    slowest = 0.0
    for _ in range(MANY):
        url = hostile_link(chance)
        started = time.perf_counter()
        with suppress(PeerBroke):
            inspect_link(url, server_origin="https://mcp.example.com")
        slowest = max(slowest, time.perf_counter() - started)
    figure(f"{MANY:,} hostile links: the slowest took {slowest * 1e3:.0f} ms", value=slowest, most=1.0)


def hostile_link(chance: random.Random) -> str:
    """Something that only looks like a link, or looks like another one."""
    letters = "aо0-.@/\\%:[]?#\u202e\u200b日xn--"
    tail = "".join(chance.choices(letters, k=chance.choice([3, 30, 300, 8000])))
    return chance.choice(["https://", "http://", "javascript:", "", "https:////", "https://xn--"]) + tail


def schemas() -> None:
    """Ten thousand, with whatever JSON can hold."""
    chance = random.Random(2)
    slowest = 0.0
    for _ in range(MANY):
        schema = hostile_schema(chance)
        started = time.perf_counter()
        with suppress(PeerBroke):
            read_form(schema)
        slowest = max(slowest, time.perf_counter() - started)
    figure(f"{MANY:,} hostile schemas: the slowest took {slowest * 1e3:.0f} ms", value=slowest, most=1.0)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figure(f"the process never had more than {memory:.0f} MB", value=memory, most=200)


def hostile_schema(chance: random.Random) -> Any:
    """Deep, wide, wrong or long."""
    match chance.randrange(6):
        case 0:
            deep: Any = {"type": "string"}
            for _ in range(chance.choice([3, 200])):
                deep = {"type": "object", "properties": {"x": deep}}
            return deep
        case 1:
            wide = {f"f{number}": {"type": "string"} for number in range(chance.choice([5, 1000]))}
            return {"type": "object", "properties": wide}
        case 2:
            choices = ["x" * chance.choice([1, 100])] * chance.choice([2, 5000])
            return {"type": "object", "properties": {"x": {"type": "string", "enum": choices}}}
        case 3:
            return {
                "type": "object",
                "properties": {"x": {"type": "string", "pattern": "(a+)+$" * 50, "title": "(" * 99}},
            }
        case 4:
            return {"type": chance.choice([1, None, [], "array"]), "properties": chance.choice([[], 1, {"": {}}])}
        case _:
            bounds = {"minimum": 10**400, "maximum": -(10**400), "default": chance.choice([1e308, "x", {}])}
            return {"type": "object", "properties": {"x": {"type": "integer", **bounds}}}


async def serve() -> None:
    """A server whose tool asks nothing, in a process of its own."""
    mcp: MCPServer[Any] = MCPServer("Bench")

    @mcp.tool()
    async def add(a: int, b: int) -> int:
        """Adds."""
        return a + b

    async with run_app(mcp.streamable_http_app()) as origin:
        print(json.dumps({"url": f"{origin}/mcp"}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)


async def hosts(url: str) -> None:
    """The SDK's client bare and with a host around it, in turns."""
    host = Host(person=Scripted(links=[Follow()], forms=[Fill({})]))
    for mode, era in (("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")):
        taken: dict[str, list[float]] = {"bare": [], "hosted": []}
        async with Client(streamable_http_client(url), mode=mode) as bare, host.connect(url, mode=mode) as hosted:
            clients = {"bare": bare, "hosted": hosted}
            for number in range(ROUNDS + WARM_UP):
                for name in ("bare", "hosted") if number % 2 else ("hosted", "bare"):
                    started = time.perf_counter()
                    await clients[name].call_tool("add", {"a": 1, "b": 2})
                    taken[name].append(time.perf_counter() - started)
        (plain, _), (with_host, _) = (spread(times[WARM_UP:]) for times in taken.values())
        figure(
            f"a call that asks nothing, {era}: bare {plain * 1e3:.2f} ms, with a host {with_host * 1e3:.2f} ms at p50, "
            f"ratio {with_host / plain:.3f}",
            value=with_host / plain,
            most=1.03,
        )


def command() -> None:
    """`elicitor link`, as a process."""
    taken = []
    for _ in range(7):
        started = time.perf_counter()
        program = "from elicitor.cli.main import main; main(['link', 'https://mcp.example.com/x'])"
        subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - started)
    figure(f"elicitor link: {spread(taken)[0]:.2f} s p50 of {len(taken)}", value=spread(taken)[0], most=0.5)


async def main() -> None:
    """All of it."""
    begin("the client: links, hostile input, a host around a call over HTTP, one command")
    links()
    schemas()
    command()
    with serving(__file__) as (told, _):
        await hosts(told["url"])
    end()


if __name__ == "__main__":
    asyncio.run(serve() if "--serve" in sys.argv else main())
