"""Complete connect flows per CPU-second of the server, as a ratio to as many requests to empty handlers.

A flow is: the link, the sign-in, the page, the button, the third party, the return, the last page. What the browser and
the two authorization servers cost is in it as well: they share the process here, so the ratio is on the safe side.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx2
from report import begin, end, figure, spread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from elicitor import development_http
from elicitor.principal import Owner, Principal
from elicitor.server.asking import ask_for
from elicitor.server.needs import Need
from elicitor.testing import ScriptedBrowser, run_app, sign_in
from elicitor.testing.stage import Stage, set_stage

FLOWS = 60


async def flow(stage: Stage, url: str) -> int:
    """One person's way; returns how many requests it took."""
    before = len(stage.authority.requests) + len(stage.acme.requests)
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "alice")
        hops = len(page.hops)
        page = await (await page.submit("Continue to Acme Files")).click("Go to Acme Files")
        page = await sign_in(page, "alice")
    assert "is connected" in page.text
    return len(stage.authority.requests) + len(stage.acme.requests) - before + hops + len(page.hops) + 3


async def empty(requests: int) -> float:
    """CPU-seconds for as many requests to a handler that does nothing."""

    async def nothing(_: Request) -> Response:
        return PlainTextResponse("")

    async with run_app(Starlette(routes=[Route("/", nothing)])) as origin:
        async with httpx2.AsyncClient(trust_env=False) as http:
            await http.get(origin)
            started = time.process_time()
            for _ in range(requests):
                await http.get(origin)
            return time.process_time() - started


async def main() -> None:
    """Walk, and compare."""
    begin(f"connect flows: {FLOWS} of them; pages and both authorization servers in one process, a scripted browser")
    async with set_stage(development_http()) as stage:
        links = await asyncio.wrap_future(_minted(stage))
        await flow(stage, links.pop())
        started, requests, lasted = time.process_time(), 0, []
        for url in links:
            await asyncio.to_thread(asyncio.run, _forget(stage))
            begun = time.perf_counter()
            requests += await flow(stage, url)
            lasted.append(time.perf_counter() - begun)
        taken = time.process_time() - started
    nothing = await empty(requests)
    figure(
        f"connect flows: {len(links) / taken:.1f} per CPU-second, browser and both authorization servers included; "
        f"{requests / len(links):.0f} requests each, {nothing / taken:.2f} of the rate of empty handlers"
    )
    median, rare = spread(lasted)
    figure(f"one flow: {median * 1e3:.0f} ms p50, {rare * 1e3:.0f} ms p99")
    end()


async def _forget(stage: Stage) -> None:
    await stage.house.vault.grants.forget(Owner("", stage.authority.issuer, "alice"), "acme")


def _minted(stage: Stage) -> Any:
    """Links, made without a client: by the house itself, in a loop of its own."""
    import concurrent.futures

    async def mint() -> list[str]:
        principal = Principal(Owner("", stage.authority.issuer, "alice"), "mcp-client")
        return [
            (await ask_for(stage.house, principal, Need("acme", frozenset({"files:read"})), "Chat")).url
            for _ in range(FLOWS + 1)
        ]

    stage.house.settings = type(stage.house.settings)(open_tickets=FLOWS + 10)
    return concurrent.futures.ThreadPoolExecutor(1).submit(asyncio.run, mint())


if __name__ == "__main__":
    asyncio.run(main())
