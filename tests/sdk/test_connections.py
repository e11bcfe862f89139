"""Era A: what each connection was asked, kept weakly, and told once when it has ended."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from elicitor.identifiers import digest_of
from elicitor.protocol.asks import LinkAsk
from elicitor.sdk.connections import AskedConnections
from elicitor.server.completion import Completion
from elicitor.server.house import Settings

pytestmark = pytest.mark.anyio


class Line:
    """A connection that remembers what it was told, or never reads."""

    def __init__(self, *, stalled: bool = False) -> None:
        self.told: list[str] = []
        self.stalled = stalled

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """As the SDK's."""
        if self.stalled:
            await anyio.sleep_forever()
        assert method == "notifications/elicitation/complete"
        self.told.append(params["elicitationId"])


class Tickets:
    """The rows."""

    def __init__(self) -> None:
        self.errands: dict[bytes, str] = {}

    async def errands_of(self, digests: Any) -> dict[bytes, str]:
        """As the store's."""
        return {digest: self.errands.get(digest, "pending") for digest in digests}


class House:
    """So much of a house as the notice needs."""

    def __init__(self) -> None:
        self.rows = Tickets()
        self.completion = Completion(self.rows)  # type: ignore[arg-type]
        self.settings = Settings()
        self.vault = SimpleNamespace(tickets=self.rows)
        self.codes: list[str] = []
        self.reporter = self

    async def emit(self, code: str, **_: Any) -> None:
        """As the reporter's."""
        self.codes.append(code)

    def end(self, ask: LinkAsk) -> None:
        """The errand is over."""
        digest = digest_of(ask.ticket_id)
        self.rows.errands[digest] = "completed"
        self.completion.announce(digest)


def ask(name: str) -> LinkAsk:
    """One ask."""
    return LinkAsk(name, "Why", "https://mcp.example.com/connect/x", f"id-{name}", f"ticket-{name}")


def on(line: Line) -> Any:
    """A request on a connection."""
    return SimpleNamespace(session=SimpleNamespace(_connection=line))


@pytest.mark.requirement("DONE-2", "DONE-3")
@pytest.mark.attack("C8")
async def test_only_the_line_that_asked_is_told_and_once() -> None:
    """However often the same ask was returned to it."""
    house: Any = House()
    asked, mine, other = AskedConnections(), Line(), Line()
    for _ in range(3):
        asked.remember(on(mine), [ask("a")])
        asked.watch(house, on(mine), [ask("a")])
    asked.watch(house, on(other), [ask("b")])
    house.end(ask("a"))
    await anyio.sleep(0.05)
    assert (mine.told, other.told) == (["id-a"], [])
    house.end(ask("b"))
    await anyio.sleep(0.05)
    assert other.told == ["id-b"]


async def test_asks_are_remembered_until_they_are_over() -> None:
    """By connection; the oldest go where there are too many."""
    asked, mine, other = AskedConnections(), Line(), Line()
    asked.remember(on(mine), [ask("a"), ask("b")])
    assert asked.tickets_of(on(mine)) == {"a": "ticket-a", "b": "ticket-b"}
    assert asked.tickets_of(on(other)) == {}
    asked.forget(on(mine), ["a", "nothing"])
    assert asked.tickets_of(on(mine)) == {"b": "ticket-b"}
    asked.remember(on(mine), [ask(f"n{number}") for number in range(80)])
    assert len(asked.tickets_of(on(mine))) == 64


async def test_a_line_that_is_gone_is_not_kept_alive_for_the_notice() -> None:
    """And that nobody was told is written down."""
    house: Any = House()
    asked, line = AskedConnections(), Line()
    gone = weakref.ref(line)
    asked.remember(on(line), [ask("a")])
    asked.watch(house, on(line), [ask("a")])
    await anyio.lowlevel.checkpoint()
    del line
    gc.collect()
    assert gone() is None
    house.end(ask("a"))
    await anyio.sleep(0.05)
    assert house.codes == ["completion_dropped"]


async def test_a_line_that_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time, in a task that holds nobody up."""
    monkeypatch.setattr("elicitor.sdk.connections._NOTICE_SECONDS", 0.05)
    house: Any = House()
    asked, line = AskedConnections(), Line(stalled=True)
    asked.watch(house, on(line), [ask("a")])
    house.end(ask("a"))
    await anyio.sleep(0.2)
    assert house.codes == ["completion_dropped"]
