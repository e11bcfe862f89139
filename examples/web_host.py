"""A web application as a host: questions wait in a list until its user answers them on a page of the application.

The page itself is the application's own; here it is two functions, `questions_of` and `answer`, that its views call.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

import anyio

from elicitor.client.person import Agreed, Done, FormAnswer, FormQuestion, LinkAnswer, LinkQuestion, WaitAnswer, Waiting
from elicitor.protocol.answers import Accepted, Declined
from elicitor.protocol.modes import Modes
from elicitor.sdk.client import Host

numbers = itertools.count(1)


@dataclass
class Card:
    """A question on the user's page.

    Attributes:
        question: what to show: who asks (`asker.name`, `asker.place`), why (`message.lines()`), the link or the form.
        answer: filled in by the view.
    """

    question: LinkQuestion | FormQuestion | Waiting
    answer: LinkAnswer | FormAnswer | WaitAnswer | None = None
    answered: anyio.Event = field(default_factory=anyio.Event)


class WebUser:
    """One signed-in user. Each has a host of their own, so that no question reaches somebody else."""

    modes = Modes(form=True, url=True)

    def __init__(self) -> None:
        self.cards: dict[int, Card] = {}
        self.notices: list[str] = []

    async def show_link(self, question: LinkQuestion) -> LinkAnswer:
        """The view shows `question.link.url`, its host and its findings; the user's own browser opens it."""
        return await self._ask(question)

    async def fill_form(self, question: FormQuestion) -> FormAnswer:
        """The view renders `question.form.fields`."""
        return await self._ask(question)

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """The view shows that something is waited for, with a button for "I am done"."""
        return await self._ask(waiting)

    async def tell(self, sentence: str) -> None:
        """A sentence that needs no answer."""
        self.notices.append(sentence)

    async def _ask(self, question: LinkQuestion | FormQuestion | Waiting) -> LinkAnswer | FormAnswer | WaitAnswer:
        number = next(numbers)
        card = self.cards[number] = Card(question)
        try:
            await card.answered.wait()
        finally:
            del self.cards[number]  # also when the server takes its question back
        return card.answer


def questions_of(user: WebUser) -> Mapping[int, Card]:
    """For the view that lists open questions."""
    return user.cards


def answer(user: WebUser, number: int, values: Mapping[str, object] | None, *, yes: bool) -> str:
    """For the view that takes an answer; returns what is wrong with it, or nothing."""
    card = user.cards.get(number)
    if card is None:
        return "This question is over."
    match card.question:
        case _ if not yes:
            card.answer = Declined()
        case FormQuestion(form=form):
            problems = form.check(values or {})
            if problems:
                return f"{problems[0].field}: {problems[0].sentence}"
            card.answer = Accepted(dict(values or {}))
        case LinkQuestion():
            card.answer = Agreed(opened=True)  # the view's own link, with rel=noopener, was the click
        case Waiting():
            card.answer = Done()
    card.answered.set()
    return ""


def host_of(user: WebUser) -> Host:
    """One for each user, kept with their session."""
    return Host(person=user)
