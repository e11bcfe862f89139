"""Everything a host keeps for one connection, and the two ways in which a server's asks arrive on it.

The adapters in `sdk/` translate the SDK's objects and call this; nothing here knows the SDK.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from elicitor.client.answering import spoken
from elicitor.client.asked import Asked, AskedForm, AskedLink
from elicitor.client.completions import Completions
from elicitor.client.errands import Errands
from elicitor.client.filling import fill_form
from elicitor.client.limits import Limits
from elicitor.client.opening import Opener
from elicitor.client.person import Agreed, Done, Waiting
from elicitor.client.questions import Questions
from elicitor.client.rounds import Round, Rounds, Send
from elicitor.client.visiting import visit_link
from elicitor.protocol.answers import Accepted, Answer, Cancelled

__all__ = ["Connection"]

T = TypeVar("T")


class Connection:
    """One server and one person.

    Args:
        questions: what the server may put to the person.
        opener: starts the browser.
    """

    def __init__(self, questions: Questions, opener: Opener) -> None:
        self.asker = questions.asker
        self.modes = questions.modes
        self.record = questions.record
        self._questions = questions
        self._opener = opener
        self._completions = Completions()
        self._limits = Limits(questions.policy.patience)
        self._errands = Errands(questions, opener, self._completions)
        self._rounds = Rounds(questions, opener)

    async def call(self, attempt: Callable[[], Awaitable[T]], seconds: float | None) -> T:
        """Make a call with everything that era A needs around it; see `Errands.call`.

        Args:
            attempt: makes the call once.
            seconds: machine time for it all; human time is not counted.

        Raises:
            CallStopped: it could not go on.
            TimeoutError: the machine time is used up.
        """
        with self._limits.call(seconds):
            if not self.modes.url:
                return await attempt()
            return await self._errands.call(attempt)

    async def rounds(self, first: T | Round, send: Send[T]) -> T:
        """Go on after a result of era B that asks for input; see `Rounds.run`."""
        return await self._rounds.run(first, send)

    def hear_completion(self, unverified_id: str) -> None:
        """Take note of `notifications/elicitation/complete`."""
        awaited = self._completions.hear(unverified_id)
        self._limits.errand_ends(unverified_id)
        self.record.tell("completion_heard", self.asker, awaited=awaited)

    async def answer(self, asked: Asked) -> Answer:
        """Answer a question that came on the open connection (era A).

        A link that could not be opened is shown for copying, and answered when the person has been there or given up.

        Raises:
            PeerBroke: nothing of it may be shown; answer with error -32602.
        """
        with self._limits.human_time_for_all():
            match asked:
                case AskedForm():
                    return spoken(await fill_form(self._questions, asked))
                case AskedLink():
                    return await self._answer_link(asked)

    async def _answer_link(self, asked: AskedLink) -> Answer:
        with self._completions.expect(asked.elicitation_id) as complete:
            visit = await visit_link(self._questions, self._opener, asked)
            if not isinstance(visit.answer, Agreed):
                return spoken(visit.answer)
            if not visit.opened:
                waiting = Waiting(self.asker, (visit.open_link,), seconds_left=self._patience)
                word = await self._questions.desk.wait(waiting)
                return Accepted() if isinstance(word, Done) else Cancelled()
            if not complete.is_set():
                self._limits.errand_begins(asked.elicitation_id)
        return Accepted()

    @property
    def _patience(self) -> int:
        return round(self._questions.policy.patience)
