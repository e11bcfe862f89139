"""The store of tickets, on every database."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import anyio
import pytest
from sqlalchemy import select, update

from elicitor.errors import Refused, VaultLocked
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.principal import Owner, Principal
from elicitor.protocol.lifecycle import ERRAND_MOVES, TERMINAL_ERRANDS, Errand, Move, sources_of
from elicitor.vault.keys import KeyRing
from elicitor.vault.records import Ticket
from elicitor.vault.seal import Sealer
from elicitor.vault.storage import Storage
from elicitor.vault.tables import tickets
from elicitor.vault.tickets import Tickets
from vault.scene import ALICE, BOB, LIFE, REPO, HandClock, Scene

pytestmark = pytest.mark.anyio

LIVE = frozenset(ERRAND_MOVES) - TERMINAL_ERRANDS


async def test_a_minted_ticket_is_found_by_its_identifier(scene: Scene) -> None:
    """What was minted is read back, field for field."""
    identifier, ticket = await scene.mint()
    assert await scene.vault.tickets.find(identifier) == ticket
    assert ticket.digest == digest_of(identifier)
    assert ticket.errand == Errand.PENDING
    assert ticket.expires_at == scene.clock() + 600


async def test_the_identifier_of_nothing_finds_nothing(scene: Scene) -> None:
    """An identifier that was never minted, and texts that are no identifiers."""
    await scene.mint()
    for unverified in (mint_identifier(), "", "x" * 43 + "\n", "a" * 42, "é" * 43, "a" * 10_000):
        assert await scene.vault.tickets.find(unverified) is None


async def test_an_expired_ticket_is_still_found(scene: Scene) -> None:
    """Whoever comes late can be told so; the ticket only does not move any more."""
    identifier, ticket = await scene.mint()
    scene.clock.pass_by(minutes=10)
    assert await scene.vault.tickets.find(identifier) == ticket


async def test_a_move_changes_the_errand_and_keeps_the_reason(scene: Scene) -> None:
    """The honest way: the state leads on, with the reason that was given."""
    _, ticket = await scene.mint()
    moved = await scene.vault.tickets.move(ticket.digest, sources_of(Move.SAY_NO), reason="declined")
    assert moved is not None
    assert (moved.errand, moved.reason) == (Errand.DECLINED, "declined")
    assert await scene.vault.tickets.find_by_digest(ticket.digest) == moved


@pytest.mark.attack("C3")
@pytest.mark.parametrize("move", [move for move in Move if Errand.PENDING in sources_of(move)])
async def test_a_finished_errand_does_not_move_a_second_time(scene: Scene, move: Move) -> None:
    """Every move that ends an errand works once; what comes second is refused and changes nothing."""
    _, ticket = await scene.mint()
    first = await scene.vault.tickets.move(ticket.digest, sources_of(move), even_if_expired=True)
    assert first is not None
    if first.errand not in TERMINAL_ERRANDS:
        return
    for later in Move:
        again = await scene.vault.tickets.move(ticket.digest, sources_of(later), even_if_expired=True)
        assert again is None
    assert await scene.vault.tickets.find_by_digest(ticket.digest) == first


async def test_a_move_from_several_states_takes_each_to_its_own(scene: Scene) -> None:
    """One statement, and no ticket goes through two moves of it."""
    _, ticket = await scene.mint()
    ring = {"pending": "started", "started": "redeeming", "redeeming": "pending"}
    seen = []
    for _ in ring:
        moved = await scene.vault.tickets.move(ticket.digest, ring)
        assert moved is not None
        seen.append(moved.errand)
    assert seen == ["started", "redeeming", "pending"]


async def test_an_expired_ticket_moves_only_where_expiry_is_the_point(scene: Scene) -> None:
    """At the very second of its end every move comes too late, but for the one that writes it down."""
    _, ticket = await scene.mint()
    _, other = await scene.mint()
    scene.clock.pass_by(seconds=599)
    assert await scene.vault.tickets.move(other.digest, sources_of(Move.START))
    scene.clock.pass_by(seconds=1)
    assert await scene.vault.tickets.move(ticket.digest, sources_of(Move.START)) is None
    assert await scene.errand(ticket.digest) == Errand.PENDING
    lapsed = await scene.vault.tickets.move(ticket.digest, sources_of(Move.LAPSE), even_if_expired=True)
    assert lapsed is not None
    assert lapsed.errand == Errand.EXPIRED


async def test_a_move_without_sources_or_ticket_does_nothing(scene: Scene) -> None:
    """An empty table moves nothing, and neither does the digest of nothing."""
    _, ticket = await scene.mint()
    assert await scene.vault.tickets.move(ticket.digest, {}) is None
    assert await scene.vault.tickets.move(digest_of("nothing"), sources_of(Move.START)) is None


@pytest.mark.attack("C3")
async def test_of_many_who_move_a_ticket_at_once_one_wins(scene: Scene) -> None:
    """Fifty say no at the same moment; one is told that it did."""
    _, ticket = await scene.mint()
    won = []

    async def say_no() -> None:
        won.append(await scene.vault.tickets.move(ticket.digest, sources_of(Move.SAY_NO)))

    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(say_no)
    assert sum(result is not None for result in won) == 1


async def mint_form(scene: Scene, owner: Owner = ALICE, *, question: bytes = b"which day?") -> tuple[str, Ticket]:
    """A ticket that asks something."""
    return await scene.vault.tickets.mint(
        Principal(owner, "client-1"),
        "booking",
        frozenset(),
        client_name="Some Client",
        ttl=LIFE,
        first=Errand.PENDING,
        question=question,
    )


async def test_a_question_is_answered_behind_the_link(scene: Scene) -> None:
    """Both are read back as they were; the ticket itself is like any other."""
    identifier, ticket = await mint_form(scene)
    store = scene.vault.tickets
    assert await store.find(identifier) == ticket
    assert (await store.question_of(ticket), await store.answer_of(ticket)) == (b"which day?", None)
    moved = await store.answer(ticket, sources_of(Move.ANSWER), b"friday")
    assert moved is not None
    assert moved.errand == Errand.COMPLETED
    assert moved == await store.find(identifier)
    assert (await store.question_of(ticket), await store.answer_of(ticket)) == (b"which day?", b"friday")


async def test_an_empty_question_and_an_empty_answer_are_what_they_are(scene: Scene) -> None:
    """Not the same as none."""
    _, ticket = await mint_form(scene, question=b"")
    assert await scene.vault.tickets.question_of(ticket) == b""
    assert await scene.vault.tickets.answer(ticket, sources_of(Move.ANSWER), b"")
    assert await scene.vault.tickets.answer_of(ticket) == b""


@pytest.mark.attack("C3")
async def test_a_question_is_answered_once_and_in_time(scene: Scene) -> None:
    """A second answer, one after a no, one that comes too late: refused, and nothing is stored."""
    store, sources = scene.vault.tickets, sources_of(Move.ANSWER)
    (_, first), (_, declined), (_, late) = [await mint_form(scene) for _ in range(3)]
    assert await store.answer(first, sources, b"one")
    assert not await store.answer(first, sources, b"two")
    assert await store.answer_of(first) == b"one"
    assert await store.move(declined.digest, sources_of(Move.SAY_NO))
    assert not await store.answer(declined, sources, b"x")
    scene.clock.pass_by(minutes=10)
    assert not await store.answer(late, sources, b"x")
    assert [await store.answer_of(ticket) for ticket in (declined, late)] == [None, None]
    assert await scene.errand(late.digest) == Errand.PENDING


async def test_a_ticket_without_a_question_takes_no_answer(scene: Scene) -> None:
    """It is for a connection; nor does the digest of nothing, nor an empty table of moves."""
    store = scene.vault.tickets
    _, ticket = await scene.mint()
    _, form = await mint_form(scene)
    assert not await store.answer(ticket, sources_of(Move.ANSWER), b"x")
    assert not await store.answer(replace(form, digest=digest_of("nothing")), sources_of(Move.ANSWER), b"x")
    assert not await store.answer(form, {}, b"x")
    assert (await scene.errand(ticket.digest), await scene.errand(form.digest)) == (Errand.PENDING, Errand.PENDING)
    assert (await store.question_of(ticket), await store.answer_of(ticket)) == (None, None)
    assert (ticket.has_question, form.has_question) == (False, True)


@pytest.mark.attack("C3")
async def test_of_many_who_answer_at_once_one_is_heard(scene: Scene) -> None:
    """Twenty different answers; the one that is stored is the one that was told so."""
    _, ticket = await mint_form(scene)
    heard = []

    async def say(value: bytes) -> None:
        if await scene.vault.tickets.answer(ticket, sources_of(Move.ANSWER), value):
            heard.append(value)

    async with anyio.create_task_group() as group:
        for number in range(20):
            group.start_soon(say, str(number).encode())
    assert [await scene.vault.tickets.answer_of(ticket)] == heard


@pytest.mark.attack("E2")
async def test_questions_and_answers_open_in_their_own_place_only(scene: Scene) -> None:
    """Another ticket of the same person, another person's, the other column; put back, both open."""
    store = scene.vault.tickets
    _, ticket = await mint_form(scene, question=b"mine")
    others = [(await mint_form(scene, owner, question=b"other"))[1] for owner in (ALICE, BOB)]
    for each in (ticket, *others):
        assert await store.answer(each, sources_of(Move.ANSWER), b"answer")
    rows = {row.digest: row for row in await scene.vault.storage.read(lambda c: c.execute(select(tickets)).all())}
    own = rows[ticket.digest]

    async def put(**columns: bytes) -> None:
        statement = update(tickets).where(tickets.c.digest == ticket.digest).values(**columns)
        await scene.vault.storage.write(lambda c: c.execute(statement))

    foreign = [(rows[other.digest].sealed_question, rows[other.digest].sealed_answer) for other in others]
    for question, answer in [*foreign, (own.sealed_answer, own.sealed_question), (b"", b"")]:
        await put(sealed_question=question, sealed_answer=answer)
        for use in (store.question_of(ticket), store.answer_of(ticket)):
            with pytest.raises(VaultLocked):
                await use
    await put(sealed_question=own.sealed_question, sealed_answer=own.sealed_answer)
    assert (await store.question_of(ticket), await store.answer_of(ticket)) == (b"mine", b"answer")


async def test_question_and_answer_go_with_the_ticket(scene: Scene) -> None:
    """A day after its end nothing of them is left."""
    _, ticket = await mint_form(scene)
    assert await scene.vault.tickets.answer(ticket, sources_of(Move.ANSWER), b"friday")
    scene.clock.pass_by(hours=25)
    assert await scene.vault.sweep() == 1
    assert await scene.vault.tickets.question_of(ticket) is None
    assert await scene.vault.tickets.answer_of(ticket) is None


async def test_everything_that_is_over_lapses_at_once(scene: Scene) -> None:
    """Tickets whose time is over are moved and named; the others stay."""
    _, over = await scene.mint()
    _, declined = await scene.mint()
    await scene.vault.tickets.move(declined.digest, sources_of(Move.SAY_NO))
    scene.clock.pass_by(minutes=10)
    _, live = await scene.mint()
    assert await scene.vault.tickets.lapse(sources_of(Move.LAPSE)) == [over.digest]
    assert await scene.vault.tickets.lapse(sources_of(Move.LAPSE)) == []
    expected = {over.digest: "expired", declined.digest: "declined", live.digest: "pending"}
    assert await scene.vault.tickets.errands_of([*expected, digest_of("nothing")]) == expected


async def test_the_errands_of_no_tickets_are_none(scene: Scene) -> None:
    """Asking for nothing costs nothing."""
    assert await scene.vault.tickets.errands_of([]) == {}


async def test_wrong_visitors_are_counted(scene: Scene) -> None:
    """Each adds one, also at once; the digest of nothing counts nothing."""
    _, ticket = await scene.mint()
    counts = []

    async def open_link() -> None:
        counts.append(await scene.vault.tickets.count_mismatch(ticket.digest))

    async with anyio.create_task_group() as group:
        for _ in range(10):
            group.start_soon(open_link)
    assert sorted(counts) == list(range(1, 11))
    assert await scene.vault.tickets.count_mismatch(digest_of("nothing")) == 0


async def test_open_tickets_are_counted_for_one_person(scene: Scene) -> None:
    """Ended and expired ones do not count, nor do those of others."""
    await scene.mint()
    scene.clock.pass_by(minutes=10)
    await scene.mint()
    _, ended = await scene.mint(client="client-2")
    await scene.mint(BOB)
    assert await scene.vault.tickets.count_open(ALICE, LIVE) == 2
    await scene.vault.tickets.move(ended.digest, sources_of(Move.SAY_NO))
    assert await scene.vault.tickets.count_open(ALICE, LIVE) == 1


async def test_the_sweep_takes_what_was_over_long_ago(scene: Scene) -> None:
    """Only tickets whose end lies before the moment, a page at a time, with their attempts."""
    old = [await scene.set_out() for _ in range(3)]
    scene.clock.pass_by(minutes=11)
    _, young = await scene.mint()
    before = scene.clock()
    assert await scene.vault.tickets.sweep(before, limit=2) == 2
    assert await scene.vault.tickets.sweep(before, limit=2) == 1
    assert await scene.vault.tickets.sweep(before, limit=2) == 0
    assert [await scene.vault.attempts.find(trip.state) for trip in old] == [None, None, None]
    assert await scene.errand(young.digest) == Errand.PENDING


async def test_what_a_client_calls_itself_is_made_harmless(scene: Scene) -> None:
    """A stranger's words are cut and lose what cannot be printed; no database chokes on them."""
    name = "Evil\x00\x1b[31m\ud800\u202e" + "x" * 5000
    _, ticket = await scene.vault.tickets.mint(
        Principal(ALICE, "client-1"), "files", REPO, client_name=name, ttl=LIFE, first="pending"
    )
    assert ticket.client_name.startswith("Evil\ufffd\ufffd[31m\ufffd\ufffdxxx")
    assert len(ticket.client_name) == 200
    assert await scene.vault.tickets.find_by_digest(ticket.digest) == ticket


@pytest.mark.parametrize("subject", ["a\x00lice", "\ud800"])
async def test_a_person_whose_name_no_database_can_hold_is_refused(scene: Scene, subject: str) -> None:
    """It is refused with a reason; it is never stored as somebody else."""
    with pytest.raises(Refused) as refusal:
        await scene.mint(Owner("", ALICE.issuer, subject))
    assert refusal.value.code == "text_not_storable"


async def test_names_of_any_length_and_script_are_kept_exactly(scene: Scene) -> None:
    """The longest names that a principal may have, and letters from everywhere."""
    owner = Owner("𝕋" * 1024, "https://" + "ü" * 1000, "日" * 1024)
    identifier, ticket = await scene.mint(owner, client="k" * 1024, scopes=frozenset({"a b", '"', "é"}))
    assert await scene.vault.tickets.find(identifier) == ticket
    assert await scene.vault.tickets.count_open(owner, LIVE) == 1


async def test_a_ticket_lives_for_whole_seconds(scene: Scene) -> None:
    """A life with a fraction is cut down, never up."""
    _, ticket = await scene.vault.tickets.mint(
        Principal(ALICE, "c"), "files", REPO, client_name="", ttl=timedelta(seconds=1.9), first="pending"
    )
    assert ticket.expires_at == scene.clock() + 1


@pytest.mark.slow
async def test_an_open_ticket_costs_little_room_on_the_disk(sqlite_url: str, tmp_path: Path) -> None:
    """At most 800 bytes each, with indexes and write-ahead log; `benchmarks/` measures more of them."""
    minted, storage = 20_000, Storage(sqlite_url)
    await storage.start()
    store = Tickets(storage, Sealer(KeyRing.load(KeyRing.new_key())), HandClock())
    for number in range(minted):
        owner = Owner("", ALICE.issuer, str(uuid.UUID(int=number // 3)))
        await store.mint(
            Principal(owner, "https://client.example.com/oauth/client-metadata.json"),
            "files",
            frozenset({"files.read", "files.write"}),
            client_name="Some Client for the Desktop",
            ttl=LIFE,
            first=Errand.PENDING,
        )
    assert size_of(tmp_path) / minted <= 800
    await storage.close()


def size_of(directory: Path) -> int:
    """How many bytes the files of a directory have."""
    return sum(file.stat().st_size for file in directory.iterdir())
