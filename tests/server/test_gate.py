"""The gate: everything a call needs is looked at together, nothing is asked twice, and every end is told once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import anyio
import pytest

from elicitor import KeyRing
from elicitor.errors import Refused
from elicitor.identifiers import digest_of
from elicitor.protocol.answers import Accepted, Answer, Cancelled, Declined
from elicitor.protocol.lifecycle import Move, sources_of
from elicitor.server.gate import Asking, Call, Ready, admit
from elicitor.server.house import House, Settings
from elicitor.server.needs import Need
from elicitor.testing.stage import Stage
from server.workers import alice, connect_alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

ACME = Need("acme", frozenset({"files:read"}))
OTHER = Need("other")


@pytest.fixture
async def house(stage: Stage) -> AsyncIterator[House]:
    """A worker whose server knows two connections."""
    async with worker(stage) as running:
        other = replace(running.connections["acme"], name="other", title="Other")
        running.connections = {**running.connections, "other": other}
        yield running


async def asking(house: House, stage: Stage, needs: Sequence[Need], **call: Any) -> Asking:
    """The asks for alice."""
    outcome = await admit(house, alice(stage), needs, Call(client_name="Chat", **call))
    assert isinstance(outcome, Asking)
    return outcome


async def refused(house: House, stage: Stage, needs: Sequence[Need], **call: Any) -> Refused:
    """The refusal for alice."""
    with pytest.raises(Refused) as error:
        await admit(house, alice(stage), needs, Call(client_name="Chat", **call))
    return error.value


@pytest.mark.requirement("ERR-3", "URL-1")
async def test_all_that_is_missing_is_asked_for_at_once(house: House, stage: Stage) -> None:
    """Each with a ticket, a link and an id of its own; no URL in the words (URL-4)."""
    found = await asking(house, stage, [ACME, OTHER, Need("acme")])
    assert [ask.connection for ask in found.asks] == ["acme", "other"]
    for field in ("url", "ticket_id", "elicitation_id"):
        assert len({getattr(ask, field) for ask in found.asks}) == 2
    assert not any("://" in ask.message for ask in found.asks)
    assert not found.still_waiting
    assert all(ask.url == f"{stage.origin}/connect/{ask.ticket_id}" for ask in found.asks)


@pytest.mark.case("R069")
async def test_a_call_that_comes_again_gets_the_same_asks(house: House, stage: Stage) -> None:
    """Whether or not the person accepted the link in the meantime: accept is not completion."""
    first = await asking(house, stage, [ACME])
    resumed = {"acme": first.asks[0].ticket_id}
    answers: list[dict[str, Answer]] = [{}, {"acme": Accepted()}]
    for given in answers:
        again = await asking(house, stage, [ACME], resumed=resumed, answers=given)
        assert (again.asks, again.still_waiting) == (first.asks, True)


@pytest.mark.requirement("ID-1", "ID-2")
@pytest.mark.case("R089")
@pytest.mark.parametrize("who", ["another person", "another client"])
async def test_a_ticket_of_somebody_else_is_no_ticket(house: House, stage: Stage, who: str) -> None:
    """A new one is made, and the other is left alone."""
    first = await asking(house, stage, [ACME])
    resumed = {"acme": first.asks[0].ticket_id}
    me = alice(stage)
    other = replace(me, owner=replace(me.owner, subject="bob")) if who == "another person" else alice(stage, "other")
    call = Call(client_name="Chat", resumed=resumed, answers={"acme": Declined()})
    outcome = await admit(house, other, [ACME], call)
    assert isinstance(outcome, Asking)
    assert outcome.asks[0].ticket_id != first.asks[0].ticket_id
    assert (await asking(house, stage, [ACME], resumed=resumed)).asks == first.asks


@pytest.mark.requirement("ACT-2")
@pytest.mark.parametrize(("answer", "code"), [(Declined(), "declined"), (Cancelled(), "cancelled")])
async def test_no_in_the_client_withdraws_the_errand(house: House, stage: Stage, answer: Answer, code: str) -> None:
    """And says which no it was; the other asks of the call stay open."""
    found = await asking(house, stage, [ACME, OTHER])
    resumed = {ask.connection: ask.ticket_id for ask in found.asks}
    assert (await refused(house, stage, [ACME, OTHER], resumed=resumed, answers={"acme": answer})).code == code
    digests = {name: digest_of(ticket) for name, ticket in resumed.items()}
    errands = await house.vault.tickets.errands_of(list(digests.values()))
    assert errands == {digests["acme"]: "withdrawn", digests["other"]: "pending"}


@pytest.mark.requirement("CAP-4")
async def test_who_cannot_be_asked_gets_no_ticket(house: House, stage: Stage) -> None:
    """But a sentence that says where to look."""
    error = await refused(house, stage, [ACME], may_ask=False)
    assert error.code == "client_cannot_ask"
    assert f"{stage.origin}/connect/" in error.sentence
    assert await house.vault.tickets.count_open(alice(stage).owner, ["pending"]) == 0


@pytest.mark.attack("D12")
async def test_open_questions_of_one_person_are_counted(house: House, stage: Stage) -> None:
    """Too many, and the next is refused; ended ones do not count."""
    house.settings = Settings(open_tickets=3)
    tickets = [(await asking(house, stage, [ACME])).asks[0].ticket_id for _ in range(3)]
    assert (await refused(house, stage, [ACME])).code == "too_many_open"
    await house.vault.tickets.move(digest_of(tickets[0]), sources_of(Move.SAY_NO))
    await asking(house, stage, [ACME])


async def test_an_early_retry_waits_and_then_is_ready(house: House, stage: Stage) -> None:
    """For as long as it has patience; a grant that came meanwhile is found."""
    first = await asking(house, stage, [ACME])
    resumed = {"acme": first.asks[0].ticket_id}
    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            outcomes: list[Ready | Asking] = []

            async def retry() -> None:
                call = Call(client_name="Chat", resumed=resumed, patience=15)
                outcomes.append(await admit(house, alice(stage), [ACME], call))

            group.start_soon(retry)
            await connect_alice(stage)
            await house.vault.tickets.move(digest_of(resumed["acme"]), sources_of(Move.AGREE))
            house.completion.announce(digest_of(resumed["acme"]))
    assert isinstance(outcomes[0], Ready)
    assert outcomes[0].grants["acme"].scopes >= ACME.scopes


async def test_a_completed_errand_that_does_not_serve_says_what_lacks(house: House, stage: Stage) -> None:
    """Instead of asking for ever."""
    await connect_alice(stage)
    more = Need("acme", frozenset({"files:read", "files:write"}))
    first = await asking(house, stage, [more])
    ticket_id = first.asks[0].ticket_id
    await house.vault.tickets.move(digest_of(ticket_id), sources_of(Move.AGREE))
    error = await refused(house, stage, [more], resumed={"acme": ticket_id})
    assert (error.code, "files:write" in error.sentence) == ("scopes_missing", True)
    assert isinstance(await admit(house, alice(stage), [ACME], Call("Chat", resumed={"acme": ticket_id})), Ready)


@pytest.mark.parametrize(
    ("move", "code"), [(Move.SAY_NO, "declined"), (Move.FAIL, "errand_failed"), (Move.ANNUL, "errand_void")]
)
async def test_an_errand_that_ended_badly_is_told_once(house: House, stage: Stage, move: Move, code: str) -> None:
    """A call without the ticket asks anew."""
    first = await asking(house, stage, [ACME])
    ticket_id = first.asks[0].ticket_id
    await house.vault.tickets.move(digest_of(ticket_id), sources_of(move))
    assert (await refused(house, stage, [ACME], resumed={"acme": ticket_id})).code == code
    await asking(house, stage, [ACME])


@pytest.mark.case("R169")
async def test_a_grant_that_cannot_be_opened_is_asked_for_again_and_kept(house: House, stage: Stage) -> None:
    """With the key back it is read again."""
    await connect_alice(stage)
    async with worker(stage, ring=KeyRing.load(KeyRing.new_key())) as keyless:
        assert isinstance(await admit(keyless, alice(stage), [ACME], Call("Chat")), Asking)
    assert isinstance(await admit(house, alice(stage), [ACME], Call("Chat")), Ready)
