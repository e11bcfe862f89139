"""Every guard is needed: with it switched off an attack gets through, or the next guard is shown to stop it.

This is the test of the other tests: an attack that is refused only because it was put clumsily would be refused here as
well, with nobody on guard. Each row of the table names an attack, the guards that are off, and how it must end then.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import pytest
from mcp.shared.exceptions import MCPError

from elicitor.errors import ElicitorError
from elicitor.principal import Owner, Principal
from elicitor.protocol.answers import Declined
from elicitor.server import gate
from elicitor.server.account import Account
from elicitor.server.api_transport import ApiTransport
from elicitor.server.gate import Call, admit
from elicitor.server.needs import Need
from elicitor.testing import Fault, ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from house import guards
from house.attacking import asked, knock, proof_on, signed_in, stored
from house.walking import CONTINUE, ONWARD, client_of, grants, never, walk
from server.workers import alice, connect_alice, grant_of_alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ACME = Need("acme", frozenset({"files:read"}))


# Attacks. Each says whether it got what it wanted.


async def forwarded_link(stage: Stage) -> bool:
    """A1: alice has bob open her link; she wants his account."""
    async with asked(stage) as hers, ScriptedBrowser() as his:
        page = await signed_in(his, hers.url, "bob")
        if CONTINUE in page.buttons:
            page = await page.submit(CONTINUE)
        if ONWARD in [link.text for link in page.links]:
            await sign_in(await page.click(ONWARD), "bob")
        return not await refused_to_alice(stage)


async def forwarded_callback(stage: Stage) -> bool:
    """A2, A3: alice sends bob the address that her own trip ends at; the account would be hers."""
    async with asked(stage) as hers, asked(stage, "bob") as bobs, ScriptedBrowser() as her, ScriptedBrowser() as his:
        stopped = await walk(her, hers.url, "alice", to=f"{stage.origin}/connect/callback")
        await signed_in(his, bobs.url, "bob")
        await his.open(stopped.stopped_before)
        return grants(stage) == 1


async def forged_form(stage: Stage) -> bool:
    """D2: another site declines for alice, whose cookies go with it."""
    async with asked(stage) as hers, ScriptedBrowser() as her:
        await signed_in(her, hers.url, "alice")
        headers = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
        form = {"action": "decline", "proof": "0" * 64}
        reply = await knock(her, hers.url, method="POST", headers=headers, form=form)
        return "Nothing was connected" in reply.text


async def mix_up(stage: Stage) -> bool:
    """B1: an answer that names another issuer is redeemed."""
    async with asked(stage) as hers, ScriptedBrowser() as her:
        stage.acme.misbehave(Fault.WRONG_ISSUER)
        await walk(her, hers.url, "alice")
        return grants(stage) == 1


async def declined_and_back(stage: Stage) -> bool:
    """C14: the person said no, and the trip is ended nevertheless."""
    async with asked(stage) as hers, ScriptedBrowser() as her:
        page = await signed_in(her, hers.url, "alice")
        form = {"action": "decline", "proof": proof_on(page)}
        stopped = await walk(her, hers.url, "alice", to=f"{stage.origin}/connect/callback")
        await knock(her, hers.url, method="POST", headers={"sec-fetch-site": "same-origin"}, form=form)
        calls = stage.acme.token_calls
        await her.open(stopped.stopped_before)
        return grants(stage) == 1 or stage.acme.token_calls > calls


async def used_link(stage: Stage) -> bool:
    """C3: a link that ended is set out from again."""
    async with asked(stage) as hers, ScriptedBrowser() as her:
        page = await signed_in(her, hers.url, "alice")
        form = {"proof": proof_on(page), "action": "decline"}
        headers = {"sec-fetch-site": "same-origin"}
        await knock(her, hers.url, method="POST", headers=headers, form=form)
        reply = await knock(her, hers.url, method="POST", headers=headers, form={**form, "action": "continue"})
        return "Go to Acme Files" in reply.text


async def other_client(stage: Stage) -> bool:
    """A15: another client of the same person is served without being agreed to."""
    await connect_alice(stage)
    return not await refused_to_alice(stage, "other-client")


async def more_scopes(stage: Stage) -> bool:
    """B12: a call that needs more than was granted is served."""
    await connect_alice(stage)
    async with worker(stage) as house:
        outcome = await admit(house, alice(stage), [Need("acme", frozenset({"files:write"}))], Call(client_name="x"))
    return isinstance(outcome, gate.Ready)


async def token_elsewhere(stage: Stage) -> bool:
    """B11: a tool is talked into calling another server with the account's token."""
    await connect_alice(stage)
    async with worker(stage) as house:
        grant, transport = await grant_of_alice(stage, house), ApiTransport()
        account = Account(house, grant, transport)
        try:
            await account.http.get(f"{stage.authority.issuer}/collect")
        except ElicitorError:
            return False
        finally:
            await account.aclose()
            await transport.aclose()
        token = grant.credential.access_token.reveal()
        return any(token in request.wire.reveal() for request in stage.authority.requests)


async def markup_in_a_name(stage: Stage) -> bool:
    """D4: a client's name becomes part of the page."""
    async with worker(stage) as house, ScriptedBrowser() as her:
        outcome = await admit(house, alice(stage), [ACME], Call(client_name="<img src=x onerror=alert(1)>"))
        assert isinstance(outcome, gate.Asking)
        return "<img" in (await signed_in(her, outcome.asks[0].url, "alice")).html


async def another_host(stage: Stage) -> bool:
    """F31: a name that was rebound to this machine gets a page."""
    async with ScriptedBrowser() as nobody:
        reply = await knock(nobody, f"{stage.origin}/connect/", headers={"host": "evil.example"})
        assert "evil" not in reply.headers.get("location", "")
        return reply.status_code != 400


async def anothers_ticket(stage: Stage) -> bool:
    """C5 with no seal around the state: bob says no to alice's question."""
    async with asked(stage) as hers, worker(stage) as house:
        call = Call(client_name="x", resumed={"acme": hers.ticket}, answers={"acme": Declined()})
        bob = Owner("", stage.authority.issuer, "bob")
        await admit(house, Principal(bob, "mcp-client"), [ACME], call)
        return "withdrawn" in {errand for _, errand, _ in stored(stage)["tickets"]}


async def refused_to_alice(stage: Stage, client_id: str = "mcp-client") -> bool:
    """Whether a tool of alice's has to ask."""
    token = await stage.token_for("alice", client_id)
    async with client_of(stage, token, "legacy", elicitation_callback=never) as client:
        try:
            return bool((await client.call_tool("list_files", {})).is_error)
        except MCPError as error:
            return error.error.code == -32042


@dataclass(frozen=True)
class Row:
    """An attack, with these guards off, gets through or does not."""

    attack: Callable[[Stage], Awaitable[bool]]
    off: Sequence[Callable[[pytest.MonkeyPatch], None]]
    gets_through: bool


TABLE = [
    Row(forwarded_link, [guards.owner_on_the_page], gets_through=False),  # the database compares as well
    Row(forwarded_link, [guards.owner_on_the_page, guards.owner_in_the_database], gets_through=False),  # bob's is bob's
    Row(forwarded_callback, [guards.flow_cookie], gets_through=False),
    Row(forwarded_callback, [guards.person_at_the_return], gets_through=False),
    Row(forwarded_callback, [guards.flow_cookie, guards.person_at_the_return], gets_through=True),
    Row(forged_form, [guards.same_origin], gets_through=False),
    Row(forged_form, [guards.csrf_proof], gets_through=False),
    Row(forged_form, [guards.same_origin, guards.csrf_proof], gets_through=True),
    Row(mix_up, [guards.issuer_of_the_answer], gets_through=True),
    Row(declined_and_back, [guards.look_for_a_taken_trip], gets_through=False),  # the taking is conditional as well
    Row(used_link, [guards.owner_on_the_page], gets_through=False),  # so is the setting out
    Row(other_client, [guards.client_of_the_grant], gets_through=True),
    Row(more_scopes, [guards.scopes_of_the_grant], gets_through=True),
    Row(token_elsewhere, [guards.origin_of_the_account], gets_through=True),
    Row(markup_in_a_name, [guards.escaping], gets_through=True),
    Row(another_host, [guards.host_in_development], gets_through=True),
    Row(anothers_ticket, [], gets_through=False),
]


def start_over(stage: Stage) -> None:
    """Forget what was connected and asked."""
    stage.acme.misbehave(Fault.HONEST)
    with closing(sqlite3.connect(stage.database)) as database, database:
        for table in ("grant_clients", "grants", "attempts", "tickets"):
            database.execute(f"delete from elicitor_{table}")


@pytest.mark.attack("A1", "A2", "A3", "A15", "B1", "B11", "B12", "C3", "C5", "C14", "D2", "D4", "F31")
async def test_each_attack_is_stopped_and_by_the_guards_that_are_named(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all guards on none gets through; with some off each ends as the table says."""
    trials = [((), row.attack, False) for row in {row.attack: row for row in TABLE}.values()]
    trials += [(tuple(row.off), row.attack, row.gets_through) for row in TABLE if row.off]
    wrong = []
    for off, attack, expected in trials:
        start_over(stage)
        with monkeypatch.context() as patch:
            for guard in off:
                guard(patch)
            if await attack(stage) is not expected:
                wrong.append((attack.__name__, [guard.__name__ for guard in off]))
    assert wrong == []
