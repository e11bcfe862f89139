"""Era B: the server answers with questions, and the same call is made again with the answers, until it has a result.

Rules of the loop (MRTR-5, MRTR-6, F23, F24):

- the state goes back as it came, on this call only, and is never looked at;
- a form is asked whenever the server asks for it; a link is asked once in a call. When the server comes back with a
  link that the person has agreed to, it says "not finished yet": it gets the same answer, no second dialog and no
  second tab. So does an answer that holds only a state;
- "not yet" is answered after a pause that grows, and at once when the person says that they are done (`vigil.py`);
- what was refused once is not asked again; new questions are bounded in number, waiting is bounded in time.

Agreeing to a link answers "accept" and nothing else: it is not completion (URL-8).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from elicitor.client.answering import spoken
from elicitor.client.asked import Asked, AskedForm, AskedLink
from elicitor.client.filling import fill_form
from elicitor.client.limits import human_time
from elicitor.client.opening import Opener
from elicitor.client.outcomes import stopped
from elicitor.client.person import Agreed
from elicitor.client.questions import Questions
from elicitor.client.sharing import Shared
from elicitor.client.vigil import Vigil
from elicitor.client.visiting import Visit, visit_link
from elicitor.protocol.answers import Accepted

__all__ = ["Foreign", "Round", "Rounds", "Send"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Foreign:
    """A request in a round that is not elicitation: sampling, roots. The adapter knows how to answer it."""

    answer: Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Round:
    """The server needs something first.

    Attributes:
        requests: by the server's keys.
        state: to be sent back byte for byte; None where there is none, and then none is sent.
    """

    requests: Mapping[str, Asked | Foreign]
    state: str | None


Send = Callable[[Mapping[str, object] | None, str | None], Awaitable[T | Round]]
"""Makes the call again with answers and state, under a new id. An answer is an `Answer`, or what a `Foreign` gave."""


@dataclass(slots=True)
class _Course:
    """How far one call is.

    Attributes:
        agreed: links the person agreed to, by the link as it came.
        refused: what was not accepted; a server that comes back with it is not heard.
        rounds: how often it came with something new.
    """

    agreed: dict[str, Visit] = field(default_factory=dict)
    refused: set[object] = field(default_factory=set)
    rounds: int = 0

    def is_news(self, round_: Round) -> bool:
        """Whether there is anything to ask; if not, the server says "not yet"."""
        return any(
            not (isinstance(request, AskedLink) and request.unverified_url in self.agreed)
            for request in round_.requests.values()
        )


class Rounds:
    """The rounds of one connection.

    Args:
        questions: what its server may ask.
        opener: starts the browser.
    """

    def __init__(self, questions: Questions, opener: Opener) -> None:
        self._questions = questions
        self._opener = opener
        self._visits: Shared[Visit] = Shared()

    async def run(self, first: T | Round, send: Send[T]) -> T:
        """Go on until there is a result.

        Raises:
            CallStopped: `asked_again` (after a no), `too_many_rounds`, `nobody_came`, or `person_cancelled` (while
                waiting).
            PeerBroke: the server asked in a mode that was not declared, or for nonsense. Nothing is sent then.
        """
        course = _Course()
        outcome = first
        while isinstance(outcome, Round):
            answers = await self._answer_all(outcome, course)
            outcome = await self._send(outcome, answers, send, course)
        return outcome

    async def _send(self, round_: Round, answers: Mapping[str, object], send: Send[T], course: _Course) -> T | Round:
        """Send the answers, and send them again while the server says "not yet"."""
        vigil = Vigil(self._questions, tuple(course.agreed.values()))
        async with vigil.kept():
            if not round_.requests:
                await vigil.pause()
            outcome = await send(answers or None, round_.state)
            while isinstance(outcome, Round) and not course.is_news(outcome):
                await vigil.pause()
                again = {key: Accepted() for key in outcome.requests}
                outcome = await send(again or None, outcome.state)
        return outcome

    async def _answer_all(self, round_: Round, course: _Course) -> dict[str, object]:
        for request in round_.requests.values():
            self._check(request, course)
        if course.is_news(round_):
            course.rounds += 1
        if course.rounds > self._questions.policy.rounds:
            raise stopped("too_many_rounds", self._questions.asker)
        return {key: await self._answer(request, course) for key, request in round_.requests.items()}

    def _check(self, request: Asked | Foreign, course: _Course) -> None:
        if isinstance(request, Foreign):
            return
        self._questions.check_declared("link" if isinstance(request, AskedLink) else "form")
        if _identity(request) in course.refused:
            raise stopped("asked_again", self._questions.asker)

    async def _answer(self, request: Asked | Foreign, course: _Course) -> object:
        match request:
            case Foreign():
                return await request.answer()
            case AskedForm():
                answer = spoken(await fill_form(self._questions, request))
            case AskedLink():
                answer = spoken((await self._visit(request, course)).answer)
        if not isinstance(answer, Accepted):
            course.refused.add(_identity(request))
        return answer

    async def _visit(self, asked: AskedLink, course: _Course) -> Visit:
        if asked.unverified_url in course.agreed:
            return course.agreed[asked.unverified_url]
        with human_time():
            visit = await self._visits.run(
                asked.unverified_url, partial(visit_link, self._questions, self._opener, asked)
            )
        if isinstance(visit.answer, Agreed):
            course.agreed[asked.unverified_url] = visit
        return visit


def _identity(asked: Asked) -> object:
    match asked:
        case AskedLink(unverified_url=url):
            return url
        case AskedForm(message, schema):
            return (message, repr(schema))
