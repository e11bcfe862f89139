"""An agent at a terminal: it calls tools, and whoever sits in front of it is asked what the servers ask.

python examples/terminal_agent.py "python examples/booking_server.py" book_table
"""

from __future__ import annotations

import shlex
import sys

import anyio

from elicitor.client.outcomes import CallStopped
from elicitor.client.policy import Ask, Policy, Subject, Verdict, no_links_from
from elicitor.client.terminal import Terminal
from elicitor.events import Event
from elicitor.sdk.client import Host


def warn_of_strangers(subject: Subject) -> Verdict | None:
    """A rule: nothing is refused, but the person reads this first."""
    if subject.link is not None and subject.link.registrable_domain not in {"example.com", ""}:
        return Ask("This link leads to a site that your company has not listed.")
    return None


def note(event: Event) -> None:
    """What is asked and how it ended; never the answers."""
    print(f"[{event.code}] {dict(event.facts)}", file=sys.stderr)


host = Host(
    person=Terminal(),
    policy=Policy(rules=[no_links_from("Games"), warn_of_strangers], patience=600),
    listeners=[note],
)


async def main(server: str, tool: str) -> None:
    """One call; the host asks, waits and goes on by itself."""
    target = server if server.startswith("http") else shlex.split(server)
    async with host.connect(target, name="Tables", read_timeout_seconds=30) as client:
        try:
            result = await client.call_tool(tool, {})
        except CallStopped as stopped:
            print(f"The call stopped: {stopped.sentence}")
            return
        print(result.content[0])


if __name__ == "__main__":
    anyio.run(main, *sys.argv[1:3])
