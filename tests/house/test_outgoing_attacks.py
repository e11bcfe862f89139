"""Attacks on what we call: an issuer that changes its name while we run, and a name that changes its address."""

from __future__ import annotations

import socket
from typing import Any

import httpcore2
import pytest

from elicitor.errors import ElicitorError, ProviderBroke
from elicitor.oauth.http import Http
from elicitor.protocol.lifecycle import Errand
from elicitor.server import trips
from elicitor.server.gate import Asking, Call, admit
from elicitor.server.identity import Visitor, confirm
from elicitor.server.needs import Need
from elicitor.testing import Fault, Listener
from elicitor.testing.stage import Stage
from house.attacking import reasons, stored
from server.workers import alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.attack("B4", "B5")
@pytest.mark.parametrize(
    ("fault", "code"), [(Fault.FOREIGN_METADATA, "issuer_mismatch"), (Fault.PLAIN_PKCE_ONLY, "pkce_downgrade")]
)
async def test_an_issuer_that_turns_while_we_run_gets_nobody(stage: Stage, fault: Fault, code: str) -> None:
    """Silent at the start, and lying when the first person wants to set out: no trip. Honest again, there is one."""
    stage.acme.misbehave(Fault.METADATA_500)
    async with worker(stage) as house:
        outcome = await admit(house, alice(stage), [Need("acme", frozenset({"files:read"}))], Call(client_name="Chat"))
        assert isinstance(outcome, Asking)
        ticket_id = outcome.asks[0].ticket_id
        ticket = await house.vault.tickets.find(ticket_id)
        confirmed = confirm(ticket, Visitor(alice(stage).owner, "Alice", b"s" * 32), house.clock())
        before = stored(stage)
        stage.acme.misbehave(fault)
        with pytest.raises(ProviderBroke) as refused:
            await trips.begin(house, confirmed, ticket_id)
        assert refused.value.code == code
        assert (stored(stage), stage.acme.token_calls) == (before, 0)
        departure = await trips.begin(house, confirmed, ticket_id)
        assert departure.url.startswith(stage.acme.issuer)
        moved = await house.vault.tickets.find(ticket_id)
        assert moved is not None
        assert moved.errand == Errand.STARTED
        assert "issuer_silent" in reasons(stage)


class Resolver:
    """A name server that answers differently each time, and somebody who watches which address is called."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked = 0
        self.called: list[str] = []

    async def getaddrinfo(self, _: Any, port: Any, **__: Any) -> list[Any]:
        """The next answer; the last one for ever."""
        self.asked += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answer]

    async def connect_tcp(self, host: str, *_: Any, **__: Any) -> Any:
        """Goes nowhere: these tests leave this machine alone."""
        self.called.append(host)
        raise httpcore2.ConnectError("watched")


@pytest.mark.attack("B17")
async def test_a_name_that_turns_inward_between_look_and_call_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is resolved once for each call, and the address that was looked at is the one that is called."""
    inside = Listener.open()
    inside.socket.setblocking(False)
    try:
        resolver = Resolver(["8.8.8.8"], ["127.0.0.1"])
        monkeypatch.setattr("anyio.getaddrinfo", resolver.getaddrinfo)
        monkeypatch.setattr(httpcore2.AnyIOBackend, "connect_tcp", resolver.connect_tcp)
        http = Http()
        with pytest.raises(ElicitorError):
            await http.get(f"https://rebinding.example:{inside.port}/")
        assert (resolver.asked, resolver.called) == (1, ["8.8.8.8"])
        for mixed in (["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["10.0.0.1", "8.8.8.8"], ["169.254.169.254"], []):
            resolver.answers = [mixed]
            with pytest.raises(ElicitorError):
                await http.get(f"https://rebinding.example:{inside.port}/")
        assert resolver.called == ["8.8.8.8"]
        await http.aclose()
        with pytest.raises(BlockingIOError):
            inside.socket.accept()
    finally:
        inside.socket.close()
