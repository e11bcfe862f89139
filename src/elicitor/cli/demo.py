"""The demo, two stories: a tool call is refused for want of an account, a person connects it in the browser, the call
succeeds; and a tool asks in the middle of its work, and does that work once.

Everything runs on loopback: an authorization server, the third party "Acme Files", and an MCP server with elicitor
attached. The client is elicitor's own: with `--auto` a scripted browser plays the person; without it you are asked at
your terminal, and your own browser is opened. The exit status is 0 only when the call succeeded.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import warnings
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import anyio

from elicitor.cli.booking import play_booking
from elicitor.client.outcomes import CallStopped
from elicitor.client.person import Person
from elicitor.client.scripted import Follow, Scripted
from elicitor.client.terminal import Terminal
from elicitor.development import InsecureDevelopmentWarning, development_http
from elicitor.events import Event
from elicitor.sdk.client import Host
from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage, set_stage

__all__ = ["main", "play"]

ERAS = ("2025-11-25", "2026-07-28")
_MODES = {"2025-11-25": "legacy", "2026-07-28": "2026-07-28"}
_REFUSED = 403
Say = Callable[[str], None]

_CLIENT_STORY = {
    "elicitation_shown": "  client   <-- server     an account is needed: here is a link; shown to the person",
    "completion_heard": "  client   <-- server     notifications/elicitation/complete",
}
_SERVER_STORY = {
    "ticket_minted": "  server                  made a ticket for alice, through this client",
    "wrong_user": "  server                  somebody else opened the link: refused, nothing stored, written down",
    "grant_stored": "  server   <-- Acme       the account, sealed and stored for alice",
}


async def play(era: str, *, auto: bool, say: Say) -> bool:
    """Play the story once; returns whether the tool call succeeded in the end."""
    async with set_stage(development_http(), listeners=[_teller(_SERVER_STORY, say)]) as stage:
        say(f"\n== {era}: an account ==")
        say(f"  authorization server  {stage.authority.issuer}")
        say(f"  third party           {stage.acme.issuer}  (Acme Files)")
        say(f"  MCP server            {stage.mcp_url}")
        token = await stage.token_for("alice")
        say("  alice    --> client     signed in; the client has a token for the MCP server")
        host = Host(person=_person(stage, say, auto=auto), listeners=[_teller(_CLIENT_STORY, say)])
        headers = {"Authorization": f"Bearer {token.reveal()}"}
        async with host.connect(stage.mcp_url, name="Files", headers=headers, mode=_MODES[era]) as client:
            say("  client   --> server     tools/call list_files")
            try:
                result = await client.call_tool("list_files", {})
            except CallStopped as stopped:
                say(f"  client                  {stopped.sentence}")
                return False
        return _told(result, say)


def _person(stage: Stage, say: Say, *, auto: bool) -> Person:
    if not auto:
        say("  (You are asked at this terminal: type open, and your browser opens the link. There, sign in as alice,")
        say("   once at Example sign-in and once at Acme Files, and allow both. From another machine, forward the")
        say(f"   three ports first: ssh {_forwarding(stage)} ...)")
        return Terminal()

    async def browse(url: str) -> None:
        await _let_bob_try(url, say)
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(url), "alice")
            say(f"  browser  --> pages      alice signs in, and reads: {page.title}")
            page = await (await page.submit("Continue to Acme Files")).click("Go to Acme Files")
            page = await sign_in(page, "alice")
            say(f"  browser  <-- pages      {page.title}")

    return Scripted(links=[Follow(browse, match=stage.origin, says_done=False)])


def _forwarding(stage: Stage) -> str:
    ports = [urlsplit(origin).port for origin in (stage.authority.issuer, stage.acme.issuer, stage.origin)]
    return " ".join(f"-L {port}:127.0.0.1:{port}" for port in ports)


async def _let_bob_try(url: str, say: Say) -> None:
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(url), "bob")
    verdict = "refused" if page.status == _REFUSED else "LET IN"
    say(f"  browser  --> pages      bob opens alice's link: {verdict}")
    if page.status != _REFUSED:
        raise SystemExit("demo: bob was let in with alice's link")


def _teller(story: dict[str, str], say: Say) -> Callable[[Event], None]:
    def tell(event: Event) -> None:
        if event.code in story:
            say(story[event.code])

    return tell


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
    if options.era is None:
        print("Two rounds, one for each era of the protocol, with two stories each; ERA=2026-07-28 plays one of them.")
    for era in [options.era] if options.era else ERAS:
        if not anyio.run(_played, era, options.auto):
            print(f"demo: failed ({era})")
            return 1
        print(f"demo: completed ({era})")
    return 0


async def _played(era: str, auto: bool) -> bool:
    def say(line: str) -> None:
        print(line, flush=True)

    if not await play(era, auto=auto, say=say):
        return False
    say(f"\n== {era}: a question in the middle ==")
    return await play_booking(_MODES[era], auto=auto, say=say)


if __name__ == "__main__":
    sys.exit(main())
