"""Era A: a refused call goes on when its links were visited, and stops when it must."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel
import pytest

from client.desks import URL, Surface, link
from client.people import Human, at_once
from elicitor.client.asked import AskedLink, LinksRequired
from elicitor.client.completions import Completions
from elicitor.client.errands import Errands
from elicitor.client.outcomes import CallStopped
from elicitor.client.person import Agreed, Blocked, Done, LinkAnswer
from elicitor.client.policy import Policy, only_origins
from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Cancelled, Declined

pytestmark = pytest.mark.anyio


class Refusing:
    """A call that is refused for these links, one list after the other, and then answers."""

    def __init__(self, *refusals: list[AskedLink]) -> None:
        self._refusals = list(refusals)
        self.attempts = 0

    async def __call__(self) -> str:
        """Refuse, or answer at last."""
        self.attempts += 1
        if self._refusals:
            raise LinksRequired(tuple(self._refusals.pop(0))) from ValueError("the server's error")
        return "the result"


def errands(surface: Surface) -> tuple[Errands, Completions]:
    """Errands, and where their notices arrive."""
    completions = Completions()
    return Errands(surface.questions, surface.browser, completions), completions


async def goes_on_when(done: Callable[[Completions], Awaitable[None]], surface: Surface) -> Refusing:
    """Make a call that needs one link, while something happens."""
    call = Refusing([link()])
    runs, completions = errands(surface)
    async with anyio.create_task_group() as group:
        group.start_soon(done, completions)
        assert await runs.call(call) == "the result"
    return call


async def soon(completions: Completions) -> None:
    """The server's notice, a moment later."""
    await anyio.sleep(0.02)
    completions.hear("e-1")


@pytest.mark.requirement("ERR-5", "DONE-7", "URL-10")
async def test_the_call_is_made_once_more_when_the_server_says_it_is_done() -> None:
    """Consent, the browser, the notice, the same call."""
    surface = Surface(Human(link_answer=Agreed()))
    call = await goes_on_when(soon, surface)
    assert call.attempts == 2
    assert surface.browser.opened == [URL]
    assert len(surface.human.links) == 1


@pytest.mark.requirement("DONE-5", "DONE-6")
@pytest.mark.case("R062")
async def test_the_person_may_say_that_it_is_done() -> None:
    """No notice ever comes."""
    surface = Surface(Human(linger=at_once, wait_answer=Done()))
    assert (await goes_on_when(lambda _: anyio.lowlevel.checkpoint(), surface)).attempts == 2


async def test_a_notice_before_the_error_needs_no_dialog() -> None:
    """It travels beside the answers."""

    async def before(completions: Completions) -> None:
        completions.hear("e-1")

    surface = Surface()
    runs, completions = errands(surface)
    await before(completions)
    assert await runs.call(Refusing([link()])) == "the result"
    assert surface.human.links == []


async def test_a_notice_during_the_dialog_takes_it_away() -> None:
    """It was done in another way."""
    surface = Surface(Human(think=anyio.sleep_forever))
    await goes_on_when(soon, surface)
    assert surface.browser.opened == []
    assert surface.events[-1].facts["outcome"] == "taken_back"


@pytest.mark.attack("C9")
@pytest.mark.requirement("DONE-4")
@pytest.mark.case("R066")
async def test_another_ids_notice_does_not_count() -> None:
    """The right one, afterwards, does."""
    surface = Surface()
    seen: list[int] = []

    async def wrong_then_right(completions: Completions) -> None:
        await anyio.sleep(0.02)
        completions.hear("e-2")
        completions.hear(URL)
        await anyio.sleep(0.02)
        seen.append(len(surface.human.waits))
        completions.hear("e-1")

    await goes_on_when(wrong_then_right, surface)
    assert seen == [1]


@pytest.mark.requirement("ERR-5", "UI-2", "UI-6")
@pytest.mark.case("R058", "R053")
@pytest.mark.parametrize(
    ("answer", "code"),
    [(Declined(), "person_declined"), (Cancelled(), "person_cancelled"), (Blocked(), "server_blocked")],
)
async def test_a_no_stops_the_call(answer: LinkAnswer, code: str) -> None:
    """No retry, one dialog, and a typed outcome that knows the server's error and the links."""
    surface = Surface(Human(link_answer=answer))
    call = Refusing([link(), link(name="e-2")])
    with pytest.raises(CallStopped) as stop:
        await errands(surface)[0].call(call)
    assert (stop.value.code, call.attempts, len(surface.human.links)) == (code, 1, 1)
    assert [asked.elicitation_id for asked in stop.value.links] == ["e-1", "e-2"]
    assert isinstance(stop.value.__cause__, ValueError)
    assert surface.browser.opened == []


async def test_ending_the_wait_stops_the_call() -> None:
    """At once."""
    surface = Surface(Human(linger=at_once, wait_answer=Cancelled()))
    call = Refusing([link()])
    with pytest.raises(CallStopped) as stop:
        await errands(surface)[0].call(call)
    assert (stop.value.code, call.attempts) == ("person_cancelled", 1)


@pytest.mark.requirement("ERR-5")
async def test_every_link_is_visited_in_turn() -> None:
    """All of them before the call is made again, one dialog at a time."""
    surface = Surface(Human(linger=at_once))
    call = Refusing([link(f"{URL}/{number}", f"e-{number}") for number in range(3)])
    assert await errands(surface)[0].call(call) == "the result"
    assert call.attempts == 2
    assert [question.link.url for question in surface.human.links] == [f"{URL}/{number}" for number in range(3)]
    assert surface.human.most_at_work == 1


async def test_another_link_afterwards_is_another_step() -> None:
    """A chain goes on."""
    surface = Surface(Human(linger=at_once))
    call = Refusing([link()], [link(f"{URL}/2", "e-2")])
    assert await errands(surface)[0].call(call) == "the result"
    assert call.attempts == 3


@pytest.mark.attack("F23")
@pytest.mark.case("R059", "R069")
@pytest.mark.parametrize("again", [link(), link(name="e-2"), link(f"{URL}/2")])
async def test_the_same_link_twice_is_a_loop_and_stops(again: AskedLink) -> None:
    """By its id or by its address."""
    surface = Surface(Human(linger=at_once))
    call = Refusing([link()], [again])
    with pytest.raises(CallStopped) as stop:
        await errands(surface)[0].call(call)
    assert (stop.value.code, call.attempts, len(surface.human.links)) == ("asked_again", 2, 1)


@pytest.mark.attack("F23")
async def test_a_chain_has_an_end() -> None:
    """A server that always has one more link is given up."""
    surface = Surface(Human(linger=at_once), Policy(rounds=3))
    call = Refusing(*[[link(f"{URL}/{number}", f"e-{number}")] for number in range(9)])
    with pytest.raises(CallStopped) as stop:
        await errands(surface)[0].call(call)
    assert (stop.value.code, len(surface.human.links)) == ("too_many_rounds", 3)


@pytest.mark.requirement("DONE-6")
async def test_the_wait_ends_with_the_patience() -> None:
    """Nobody comes, nothing is heard."""
    surface = Surface(policy=Policy(patience=0.05))
    with pytest.raises(CallStopped) as stop:
        await errands(surface)[0].call(Refusing([link()]))
    assert stop.value.code == "nobody_came"


async def test_a_rule_stops_the_call_with_its_own_words() -> None:
    """Nobody is asked; a link that the rule lets through is."""
    policy = Policy(rules=[only_origins("https://accounts.example.com")])
    surface = Surface(Human(linger=at_once), policy)
    with pytest.raises(CallStopped) as stop:
        await errands(surface)[0].call(Refusing([link("https://elsewhere.example/")]))
    assert stop.value.code == "origin_not_allowed"
    assert surface.human.links == []
    assert await errands(surface)[0].call(Refusing([link()])) == "the result"


async def test_what_is_no_address_breaks_the_call() -> None:
    """The server's fault, typed; nobody is asked."""
    surface = Surface()
    with pytest.raises(PeerBroke):
        await errands(surface)[0].call(Refusing([link("no address")]))
    assert surface.human.links == []


async def test_two_calls_that_need_one_link_share_its_errand() -> None:
    """One dialog, one tab, both go on."""
    surface = Surface(Human(linger=lambda: anyio.sleep(0.02)))
    runs, _ = errands(surface)
    calls = [Refusing([link()]), Refusing([link()])]
    async with anyio.create_task_group() as group:
        for call in calls:
            group.start_soon(runs.call, call)
    assert [call.attempts for call in calls] == [2, 2]
    assert len(surface.human.links) == 1


async def test_other_failures_pass_untouched() -> None:
    """They are no matter of ours."""

    async def fail() -> str:
        raise ValueError("another error")

    with pytest.raises(ValueError, match="another"):
        await errands(Surface())[0].call(fail)
