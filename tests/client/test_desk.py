"""One question at a time, in order; no server shouts the others down."""

from __future__ import annotations

import anyio
import pytest

from client.people import Human
from elicitor.client.asker import Asker
from elicitor.client.desk import Desk, TurnedAway
from elicitor.client.person import Done, Waiting
from elicitor.client.policy import Pace

pytestmark = pytest.mark.anyio

ACME, OTHER = Asker("Acme"), Asker("Other")


async def take(desk: Desk, asker: Asker, log: list[str], seconds: float = 0.0) -> None:
    """Ask something that takes a while."""
    try:
        async with desk.turn(asker):
            log.append(f"{asker.name} shown")
            await anyio.sleep(seconds)
    except TurnedAway as away:
        log.append(f"{asker.name} {away.refusal.code}")


async def test_questions_stand_in_line() -> None:
    """In the order in which they came, and never two at once."""
    desk = Desk(Human(), Pace())
    shown: list[int] = []
    at_once = 0

    async def ask(number: int) -> None:
        nonlocal at_once
        async with desk.turn(ACME if number % 2 else OTHER):
            at_once += 1
            assert at_once == 1
            shown.append(number)
            await anyio.sleep(0.001)
            at_once -= 1

    async with anyio.create_task_group() as group:
        for number in range(8):
            group.start_soon(ask, number)
    assert shown == list(range(8))


@pytest.mark.attack("F22")
@pytest.mark.requirement("UI-5")
async def test_a_flood_makes_one_dialog_and_ends_in_a_pause() -> None:
    """A thousand asks; another server, and the same one after its pause, are heard."""
    desk = Desk(Human(), Pace(waiting=4, pause=0.2))
    log: list[str] = []
    async with anyio.create_task_group() as group:
        for _ in range(1000):
            group.start_soon(take, desk, ACME, log, 0.05)
        await anyio.sleep(0.01)
        group.start_soon(take, desk, OTHER, log)
    assert log.count("Acme shown") == 1
    assert log.count("Acme too_many_questions") + log.count("Acme server_paused") == 999
    assert log.count("Other shown") == 1
    await take(desk, ACME, log)
    assert log[-1] == "Acme server_paused"
    await anyio.sleep(0.25)
    await take(desk, ACME, log)
    assert log[-1] == "Acme shown"


@pytest.mark.attack("F22")
async def test_too_many_dialogs_in_a_minute_end_in_a_pause_that_grows() -> None:
    """One after the other is a flood too; each pause is twice as long."""
    desk = Desk(Human(), Pace(per_minute=2, pause=0.05))
    log: list[str] = []
    for _ in range(3):
        await take(desk, ACME, log)
    assert log == ["Acme shown", "Acme shown", "Acme too_many_questions"]
    await anyio.sleep(0.06)
    await take(desk, ACME, log)
    await anyio.sleep(0.06)
    await take(desk, ACME, log)
    assert log[3:] == ["Acme too_many_questions", "Acme server_paused"]


@pytest.mark.attack("F22")
async def test_a_blocked_server_is_not_shown_again() -> None:
    """Neither what stands in line nor what comes later; other servers are."""
    desk = Desk(Human(), Pace())
    log: list[str] = []
    async with anyio.create_task_group() as group:
        group.start_soon(take, desk, ACME, log, 0.02)
        group.start_soon(take, desk, ACME, log)
        await anyio.sleep(0.01)
        desk.block(ACME)
    await take(desk, ACME, log)
    await take(desk, OTHER, log)
    assert sorted(log) == ["Acme server_blocked", "Acme server_blocked", "Acme shown", "Other shown"]
    assert (desk.is_blocked(ACME), desk.is_blocked(OTHER)) == (True, False)


async def test_waiting_makes_way_for_questions_and_comes_back() -> None:
    """And ends when the person says so."""
    done = anyio.Event()
    human = Human(linger=done.wait)
    desk = Desk(human, Pace())
    answers: list[object] = []

    async def wait() -> None:
        answers.append(await desk.wait(Waiting(ACME, (), seconds_left=60)))

    async with anyio.create_task_group() as group:
        group.start_soon(wait)
        await anyio.sleep(0.01)
        assert human.at_work == 1
        async with desk.turn(OTHER):
            assert human.at_work == 0
        await anyio.sleep(0.01)
        assert human.at_work == 1
        done.set()
    assert answers == [Done()]
    assert len(human.waits) == 2


async def test_a_question_that_is_taken_back_leaves_the_line() -> None:
    """The next one is shown."""
    desk = Desk(Human(), Pace())
    log: list[str] = []
    async with anyio.create_task_group() as group:
        group.start_soon(take, desk, ACME, log, 0.05)
        await anyio.sleep(0.01)
        with anyio.move_on_after(0.01):
            await take(desk, ACME, log)
    await take(desk, ACME, log)
    assert log == ["Acme shown", "Acme shown"]
