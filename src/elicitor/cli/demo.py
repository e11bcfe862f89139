"""The demo: a tool call is refused for want of an account, a person connects it in the browser, the call succeeds.

Everything runs on loopback: an authorization server, the third party "Acme Files", and an MCP server with elicitor
attached. With `--auto` a scripted browser plays the person; without it you do, in your own browser. The exit status is
0 only when the call succeeded.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from elicitor.development import InsecureDevelopmentWarning, development_http
from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage, set_stage

__all__ = ["main", "play"]

ERAS = ("2025-11-25", "2026-07-28")
_URL_REQUIRED = -32042
_REFUSED = 403
_PATIENCE = 600.0
Say = Callable[[str], None]


async def play(era: str, *, auto: bool, say: Say) -> bool:
    """Play the story once; returns whether the tool call succeeded in the end."""
    async with set_stage(development_http()) as stage:
        say(f"\n== {era} ==")
        say(f"  authorization server  {stage.authority.issuer}")
        say(f"  third party           {stage.acme.issuer}  (Acme Files)")
        say(f"  MCP server            {stage.mcp_url}")
        token = await stage.token_for("alice")
        say("  alice    --> client     signed in; the client has a token for the MCP server")
        headers = {"Authorization": f"Bearer {token.reveal()}"}
        async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http:
            if era == ERAS[0]:
                return await _era_a(stage, http, _Person(stage, auto, say))
            return await _era_b(stage, http, _Person(stage, auto, say))


class _Person:
    """Whoever opens the link: a script, or you."""

    def __init__(self, stage: Stage, auto: bool, say: Say) -> None:
        self._stage = stage
        self._auto = auto
        self.say = say

    async def visit(self, url: str) -> None:
        if not self._auto:
            self.say(f"\n  Open this link in your browser, and sign in as alice both times:\n\n    {url}\n")
            return
        await self._let_bob_try(url)
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(url), "alice")
            self.say(f"  browser  --> pages      alice signs in, and reads: {page.title}")
            page = await sign_in(await (await page.submit("Continue to Acme Files")).click("Go to Acme Files"), "alice")
            self.say(f"  browser  <-- pages      {page.title}")

    async def _let_bob_try(self, url: str) -> None:
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(url), "bob")
        verdict = "refused, nothing stored" if page.status == _REFUSED else "LET IN"
        self.say(f"  browser  --> pages      bob opens alice's link: {verdict}")
        if page.status != _REFUSED:
            raise SystemExit("demo: bob was let in with alice's link")


async def _era_a(stage: Stage, http: httpx2.AsyncClient, person: _Person) -> bool:
    done = anyio.Event()

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/elicitation/complete":
            done.set()

    transport = streamable_http_client(stage.mcp_url, http_client=http)
    async with Client(transport, mode="legacy", elicitation_callback=_declare, message_handler=hear) as client:
        person.say("  client   --> server     tools/call list_files")
        try:
            await client.call_tool("list_files", {})
        except MCPError as error:
            if error.error.code != _URL_REQUIRED:
                raise
            person.say("  client   <-- server     error -32042: an account is needed, here is a link")
            await person.visit(error.error.data["elicitations"][0]["url"])
            with anyio.fail_after(_PATIENCE):
                await done.wait()
            person.say("  client   <-- server     notifications/elicitation/complete")
        person.say("  client   --> server     tools/call list_files, once more")
        return _told(await client.call_tool("list_files", {}), person.say)


async def _era_b(stage: Stage, http: httpx2.AsyncClient, person: _Person) -> bool:
    shown: set[str] = set()
    async with anyio.create_task_group() as people:

        async def ask(context: Any, params: Any) -> ElicitResult:  # noqa: ARG001  the SDK names it
            if params.url not in shown:
                shown.add(params.url)
                person.say("  client   <-- server     input required: an account is needed, here is a link")
                people.start_soon(person.visit, params.url)
            return ElicitResult(action="accept")

        transport = streamable_http_client(stage.mcp_url, http_client=http)
        async with Client(
            transport, mode=ERAS[1], elicitation_callback=ask, input_required_max_rounds=int(_PATIENCE / 20)
        ) as client:
            person.say("  client   --> server     tools/call list_files")
            result = await client.call_tool("list_files", {})
    return _told(result, person.say)


async def _declare(context: Any, params: Any) -> ElicitResult:  # noqa: ARG001  the SDK names them
    """Lets the client declare that it can open links; era A asks by an error and not through here."""
    return ElicitResult(action="cancel")


def _told(result: Any, say: Say) -> bool:
    if result.is_error:
        say(f"  client   <-- server     {result.content[0].text}")
        return False
    say(f"  client   <-- server     {json.dumps(result.structured_content)}")
    return True


def main(arguments: list[str] | None = None) -> int:
    """Run the demo from the command line."""
    parser = argparse.ArgumentParser(prog="elicitor demo", description="A tool call that needs someone's account.")
    parser.add_argument("--auto", action="store_true", help="let a scripted browser play the person")
    parser.add_argument("--era", choices=ERAS, help="one protocol revision only")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore", InsecureDevelopmentWarning)
    logging.disable(logging.WARNING)  # the story is told on the screen; log lines between would hide it
    for era in [options.era] if options.era else ERAS:
        if not anyio.run(_played, era, options.auto):
            print(f"demo: failed ({era})")
            return 1
        print(f"demo: completed ({era})")
    return 0


async def _played(era: str, auto: bool) -> bool:
    played: Awaitable[bool] = play(era, auto=auto, say=lambda line: print(line, flush=True))
    return await played


if __name__ == "__main__":
    sys.exit(main())
