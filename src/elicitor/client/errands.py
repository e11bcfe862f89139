"""Era A: a call was refused until a person has been somewhere, and goes on when they have (ERR-5).

Each link in turn: consent, browser, and then whatever comes first: the server's notification (which may have come
before the error that names it), the person's own word, or the end of patience. Then the same call once more. The
wait always has an end (DONE-5, DONE-6). A second refusal with a link that was done already is a loop and stops; a
new link is another step and goes on, within bounds.

Two calls that are refused for the same link share one errand, so nobody is asked twice for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import anyio

from elicitor.client.asked import AskedLink, LinksRequired
from elicitor.client.completions import Completions
from elicitor.client.limits import human_time
from elicitor.client.opening import Opener
from elicitor.client.outcomes import CallStopped, stopped
from elicitor.client.person import Agreed, Blocked, Done, Waiting
from elicitor.client.policy import Refuse
from elicitor.client.questions import Questions
from elicitor.client.racing import first_of
from elicitor.client.sharing import Shared
from elicitor.client.visiting import visit_link
from elicitor.protocol.answers import Cancelled, Declined

__all__ = ["Errands"]

T = TypeVar("T")
_End = Done | Declined | Cancelled | Blocked | Refuse


class Errands:
    """The errands of one connection.

    Args:
        questions: what its server may ask.
        opener: starts the browser.
        completions: what its server called complete.
    """

    def __init__(self, questions: Questions, opener: Opener, completions: Completions) -> None:
        self._questions = questions
        self._opener = opener
        self._completions = completions
        self._shared: Shared[_End] = Shared()

    async def call(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Make a call; where it is refused for want of links, run the errands and make it once more.

        Args:
            attempt: makes the call. Raises `LinksRequired`, from the error that said so.

        Raises:
            CallStopped: the person, a rule or elicitor itself stopped it. Its cause is the server's error.
            PeerBroke: a link is no address at all.
        """
        done: dict[str, str] = {}
        while True:
            try:
                return await attempt()
            except LinksRequired as required:
                with human_time():
                    await self._run_all(required, done)

    async def _run_all(self, required: LinksRequired, done: dict[str, str]) -> None:
        cause = required.__cause__
        for asked in required.links:
            if asked.key in done or asked.unverified_url in done.values():
                raise self._stopped("asked_again", required) from cause
            if len(done) >= self._questions.policy.rounds:
                raise self._stopped("too_many_rounds", required) from cause
            end = await self._shared.run(asked.key, partial(self._run, asked))
            match end:
                case Done():
                    done[asked.key] = asked.unverified_url
                case Refuse():
                    raise self._stopped(end, required) from cause
                case Declined():
                    raise self._stopped("person_declined", required) from cause
                case Cancelled():
                    raise self._stopped("person_cancelled", required) from cause
                case Blocked():
                    raise self._stopped("server_blocked", required) from cause

    async def _run(self, asked: AskedLink) -> _End:
        with self._completions.expect(asked.elicitation_id) as complete:
            if complete.is_set():
                return Done()

            async def heard() -> _End:
                await complete.wait()
                return Done()

            return await first_of(heard, lambda: self._go_there(asked))

    async def _go_there(self, asked: AskedLink) -> _End:
        visit = await visit_link(self._questions, self._opener, asked)
        if not isinstance(visit.answer, Agreed):
            return visit.answer
        patience = self._questions.policy.patience
        waiting = Waiting(self._questions.asker, (visit.open_link,), round(patience))
        with anyio.move_on_after(patience):
            return await self._questions.desk.wait(waiting)
        return Refuse("nobody_came", f"Nobody finished what {self._questions.asker.name} asked for in time.")

    def _stopped(self, reason: str | Refuse, required: LinksRequired) -> CallStopped:
        return stopped(reason, self._questions.asker, required.links)
