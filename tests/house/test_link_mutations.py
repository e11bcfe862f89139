"""A changed link: ten thousand ways to change it, and none completes for another person (A4)."""

from __future__ import annotations

import itertools
import secrets
from collections import Counter
from datetime import timedelta
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode

import pytest

from elicitor.identifiers import mint_identifier
from elicitor.principal import Owner, Principal
from elicitor.protocol.lifecycle import Errand
from elicitor.server.house import House
from elicitor.server.web.app import create_pages
from elicitor.server.web.security import CsrfProof
from elicitor.testing.stage import Stage
from house.attacking import FORM, reasons, stored
from house.mutations import Mutation, mutations
from server.workers import alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

HOW_MANY = 10_000
BATCH = 500


class Person:
    """Somebody signed in at the pages of a worker, whose browser sends what it is told to."""

    def __init__(self, house: House, owner: Owner) -> None:
        self._house, self._owner = house, owner
        self._pages = create_pages(house)
        self.cookie, self.form = "", {}

    async def sign_in(self) -> Person:
        """Open a session, and be asked for something of one's own."""
        session, record = await self._house.vault.sessions.open(
            self._owner, "Somebody", signed_in_with=secrets.token_bytes(32), absolute=timedelta(hours=1)
        )
        self.cookie = f"elicitor-{self._house.public_url.port}-session={session}"
        self.session = record.digest
        return self

    def prepare(self, ticket: str) -> None:
        """Have the form of one's own page at hand: its proof goes with every POST."""
        proof = CsrfProof(self._house.ring).make(self.session, ticket)
        self.form = {"proof": proof, "action": "continue"}

    async def send(self, mutation: Mutation) -> tuple[int, dict[str, str], str]:
        """One request as the wire would carry it; gives status, headers and body."""
        raw = f"/connect/{mutation.raw_path}".encode()
        body = urlencode(self.form).encode() if mutation.method == "POST" else b""
        headers = {"host": self._house.public_url.origin.partition("//")[2], "cookie": self.cookie}
        scope: dict[str, Any] = {
            "type": "http",
            "method": mutation.method,
            "path": unquote_to_bytes(raw).decode("utf-8", "replace"),
            "raw_path": raw,
            "root_path": "",
            "query_string": mutation.query.encode(),
            "headers": [(k.encode(), v.encode()) for k, v in (headers | (FORM if body else {})).items()],
        }
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._pages(scope, receive, send)
        answered = {name.decode(): value.decode("latin-1") for name, value in sent[0]["headers"]}
        return sent[0]["status"], answered, b"".join(part.get("body", b"") for part in sent[1:]).decode()


async def minted(house: House, principal: Principal) -> str:
    """A link for a principal, as the gate makes it."""
    ticket, _ = await house.vault.tickets.mint(
        principal, "acme", frozenset({"files:read"}), client_name="x", ttl=timedelta(minutes=5), first=Errand.PENDING
    )
    return ticket


@pytest.mark.attack("A4", "B8", "D10")
@pytest.mark.requirement("ID-8", "URL-5")
async def test_no_changed_link_completes_for_another_person(stage: Stage) -> None:
    """Bob sends every one of them with his own session; then alice opens hers, and everything added is ignored."""
    async with worker(stage) as house:
        bobs = Principal(Owner("", stage.authority.issuer, "bob"), "mcp-client")
        bob = await Person(house, bobs.owner).sign_in()
        bob.prepare(await minted(house, bobs))
        alices: list[str] = []
        persons = ["alice", "bob", stage.authority.issuer, "mcp-client", "acme"]
        seen: Counter[int] = Counter()
        stream = mutations(alices, persons, seed=20251125)
        for _ in range(HOW_MANY // BATCH):
            alices[:] = [await minted(house, alice(stage)) for _ in range(4)]
            for mutation in itertools.islice(stream, BATCH):
                status, headers, text = await bob.send(mutation)
                seen[status] += 1
                assert status in {303, 400, 403, 404, 405, 410} or mutation.raw_path in {"", "./"}, mutation
                assert "proof" not in text, mutation
                assert headers.get("location", stage.authority.issuer).startswith(
                    (stage.origin, stage.authority.issuer)
                )
                assert "flow-" not in headers.get("set-cookie", "")
        after = stored(stage)
        assert (after["grants"], after["attempts"], stage.acme.token_calls) == ([], [], 0)
        assert {errand for _, errand, _ in after["tickets"]} <= {"pending", "void"}
        assert {"wrong_user", "ticket_malformed", "ticket_void"} <= reasons(stage)
        assert sum(seen.values()) >= 10_000
        assert seen[403] > seen[404] > 0

        honest = await Person(house, alice(stage).owner).sign_in()
        ticket = await minted(house, alice(stage))
        status, _, text = await honest.send(
            Mutation(ticket, "user=bob&sub=bob&state=x&return_to=//evil.example", "GET")
        )
        assert (status, "proof" in text, "evil" in text) == (200, True, False)
        honest.prepare(ticket)
        status, headers, _ = await honest.send(Mutation(ticket, f"user=bob&state={mint_identifier()}", "POST"))
        assert (status, "flow-" in headers["set-cookie"]) == (200, True)
        assert len(stored(stage)["attempts"]) == 1
