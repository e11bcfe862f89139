"""A person whose answers were prepared: for tests, for CI, and for programs that run while nobody is there.

Answers are given by a person beforehand, question by question; never by a model and never by default. A question that
nobody prepared is dismissed and remembered in `unanswered`, so that a run can end with an error (R181, R183).

    Scripted(
        links=[Follow(browse, match="accounts.example.com")],
        forms=[Fill({"size": "large"}, match="size"), Fill(answer=Declined(), match="newsletter")],
    )
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import anyio
import anyio.lowlevel

from elicitor.client.person import (
    Agreed,
    Done,
    FormAnswer,
    FormQuestion,
    LinkAnswer,
    LinkQuestion,
    WaitAnswer,
    Waiting,
)
from elicitor.protocol.answers import Accepted, Cancelled, JsonValue
from elicitor.protocol.modes import Modes

__all__ = ["Browse", "Fill", "Follow", "Scripted"]

Browse = Callable[[str], Awaitable[None]]
"""Goes to a link and returns when everything there is done; a scripted browser, for example."""

_LONGEST_VISIT = 120.0


@dataclass(frozen=True, slots=True)
class Follow:
    """What to do with a link.

    Attributes:
        browse: goes there. Where it is left out, the link goes to the host's browser.
        match: a regular expression, searched for in the server's message and in the link.
        answer: what to say instead of yes: `Declined()`, `Cancelled()` or `Blocked()`.
        says_done: whether the person says so when the visit is over; otherwise they leave it to the server to notice.
        before_answering: go there first and then say yes, as some people do. A server that keeps the call open gives
            nobody else the time to go.
    """

    browse: Browse | None = None
    match: str = ""
    answer: LinkAnswer = field(default_factory=Agreed)
    says_done: bool = True
    before_answering: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """What to answer to a form.

    Attributes:
        values: by the names of the fields, sent as they are. Where they do not fit, nothing is sent.
        match: a regular expression, searched for in the server's message and in the names of the fields.
        answer: what to say instead: `Declined()`, `Cancelled()` or `Blocked()`.
    """

    values: Mapping[str, JsonValue] = field(default_factory=dict)
    match: str = ""
    answer: FormAnswer | None = None


class Scripted:
    """Answers as prepared; the first preparation that matches counts.

    Args:
        links: for links. Without any, links are not declared to servers.
        forms: for forms. Without any, forms are not declared to servers.

    Attributes:
        unanswered: the messages of the questions that nobody prepared.
        told: what the person was told.
    """

    def __init__(self, *, links: Sequence[Follow] = (), forms: Sequence[Fill] = ()) -> None:
        self._links = tuple(links)
        self._forms = tuple(forms)
        self._to_visit: dict[str, Follow] = {}
        self.unanswered: list[str] = []
        self.told: list[str] = []

    @property
    def modes(self) -> Modes:
        """Only what was prepared."""
        return Modes(form=bool(self._forms), url=bool(self._links))

    async def show_link(self, question: LinkQuestion) -> LinkAnswer:
        """See `Person`."""
        await anyio.lowlevel.checkpoint()
        for follow in self._links:
            if re.search(follow.match, f"{question.message.unverified}\n{question.link.url}"):
                return await self._follow(question, follow)
        self.unanswered.append(question.message.line())
        return Cancelled()

    async def fill_form(self, question: FormQuestion) -> FormAnswer:
        """See `Person`."""
        await anyio.lowlevel.checkpoint()
        names = "\n".join(field.name for field in question.form.fields)
        for fill in self._forms:
            if re.search(fill.match, f"{question.message.unverified}\n{names}"):
                return fill.answer or Accepted(dict(fill.values))
        self.unanswered.append(question.message.line())
        return Cancelled()

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """Make the visits that were agreed to. A visit is not broken off when the waiting ends."""
        says_done = bool(waiting.links)
        for url in (open_link.link.url for open_link in waiting.links):
            follow = self._to_visit.pop(url, None)
            if follow is not None and follow.browse is not None:
                with anyio.move_on_after(_LONGEST_VISIT, shield=True):
                    await follow.browse(url)
            says_done = says_done and follow is not None and follow.says_done
        if not says_done:
            await anyio.sleep_forever()
        return Done()

    async def tell(self, sentence: str) -> None:
        """See `Person`."""
        await anyio.lowlevel.checkpoint()
        self.told.append(sentence)

    async def _follow(self, question: LinkQuestion, follow: Follow) -> LinkAnswer:
        if not isinstance(follow.answer, Agreed):
            return follow.answer
        if follow.before_answering and follow.browse is not None:
            await follow.browse(question.link.url)
            follow = replace(follow, browse=None)
            self._to_visit[question.link.url] = follow
            return Agreed(opened=True)
        self._to_visit[question.link.url] = follow
        return Agreed(opened=follow.browse is not None)
