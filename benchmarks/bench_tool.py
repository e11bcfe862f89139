"""A tool that uses a stored grant, against the same tool bare.

Over streamable HTTP in both eras: the server has a process of its own, the SDK's client calls the two tools in turns.
In process: what the desk adds to a call, with the database read each time.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver import MCPServer
from report import begin, end, figure, serving, spread

from elicitor import Account, Connect, development_http
from elicitor.principal import Owner, Principal
from elicitor.server.gate import Call, admit
from elicitor.server.needs import Need
from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import set_stage

ROUNDS = 1000
WARM_UP = 100


def tools(mcp: MCPServer[Any]) -> None:
    """The same tool twice."""

    @mcp.tool()
    async def bare() -> str:
        """Without an account."""
        return "alice"

    @mcp.tool()
    async def with_grant(account: Annotated[Account, Connect("acme", scopes={"files:read"})]) -> str:
        """With one."""
        return account.name


async def connect(url: str) -> None:
    """Alice connects her account."""
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "alice")
        page = await (await page.submit("Continue to Acme Files")).click("Go to Acme Files")
        await sign_in(page, "alice")


async def serve() -> None:
    """The server's process: prints where it is, and the figure in process, and waits to be ended."""
    async with set_stage(development_http(), more=tools) as stage:
        token = (await stage.token_for("alice")).reveal()
        print(json.dumps({"url": stage.mcp_url, "token": token}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        microseconds = await in_process(stage)
        print(json.dumps({"microseconds": microseconds}), flush=True)


async def in_process(stage: Any) -> dict[str, float]:
    """What the gate takes, with the grant read and opened each time, in the event loop of a worker of its own."""
    sys.path.insert(0, "tests")
    from server.workers import worker

    principal = Principal(Owner("", stage.authority.issuer, "alice"), "mcp-client")
    needs = [Need("acme", frozenset({"files:read"}))]
    taken = []
    async with worker(stage) as house:
        for _ in range(ROUNDS + WARM_UP):
            begin = time.perf_counter()
            await admit(house, principal, needs, Call("Chat"))
            taken.append(time.perf_counter() - begin)
        bare = await bare_read(stage.database)
    median, rare = spread(taken[WARM_UP:])
    return {"p50": median * 1e6, "p99": rare * 1e6, "bare": bare * 1e6}


async def bare_read(database: Path) -> float:
    """The yardstick: one row of the same file, read by the driver in a thread; seconds at p50."""
    connection = sqlite3.connect(database, check_same_thread=False)
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        await asyncio.to_thread(lambda: connection.execute("select sealed from elicitor_grants").fetchone())
        taken.append(time.perf_counter() - begun)
    connection.close()
    return spread(taken)[0]


async def measure(url: str, token: str, mode: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Seconds at p50 and p99: bare, and with a grant."""
    taken: dict[str, list[float]] = {"bare": [], "with_grant": []}
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            for number in range(ROUNDS + WARM_UP):
                for tool in ("bare", "with_grant") if number % 2 else ("with_grant", "bare"):
                    begin = time.perf_counter()
                    result = await client.call_tool(tool, {})
                    taken[tool].append(time.perf_counter() - begin)
                    assert not result.is_error
    return spread(taken["bare"][WARM_UP:]), spread(taken["with_grant"][WARM_UP:])


async def first_link(url: str, token: str) -> str:
    """The link that the first call is refused with."""
    headers = {"Authorization": f"Bearer {token}"}

    async def declare(context: Any, params: Any) -> Any:
        raise AssertionError

    async with httpx2.AsyncClient(headers=headers, trust_env=False) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode="legacy", elicitation_callback=declare) as client:
            try:
                await client.call_tool("with_grant", {})
            except Exception as error:
                return str(error.error.data["elicitations"][0]["url"])  # type: ignore[attr-defined]
    raise AssertionError("not refused")


async def main() -> None:
    """Start the server's process and measure."""
    begin(f"a tool with a stored grant: {ROUNDS} rounds, in turns with the same tool bare")
    with serving(__file__) as (told, ask):
        await connect(await first_link(told["url"], told["token"]))
        for mode, name in (("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")):
            (bare, bare_99), (granted, granted_99) = await measure(told["url"], told["token"], mode)
            ratio = granted / bare
            figure(
                f"tool {name}: bare {bare * 1e3:.2f} ms p50, {bare_99 * 1e3:.2f} ms p99; with a grant "
                f"{granted * 1e3:.2f} ms p50, {granted_99 * 1e3:.2f} ms p99; ratio at p50 {ratio:.2f}",
                value=ratio,
                most=1.20,
            )
        figures = ask()["microseconds"]
    added = figures["p50"]
    figure(f"tool in process: added {added:.0f} us at p50, {figures['p99']:.0f} us at p99", value=added, most=250)
    figure(
        f"tool in process: a bare SQLite read in a thread takes {figures['bare']:.0f} us at p50 on this machine, now"
    )
    end()


if __name__ == "__main__":
    asyncio.run(serve() if "--serve" in sys.argv else main())
