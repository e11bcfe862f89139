"""People for tests: one who ponders until told, and one who counts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

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
from elicitor.protocol.answers import Cancelled
from elicitor.protocol.modes import Modes


async def pondering_forever() -> None:
    """Somebody who has left the room."""
    await anyio.sleep_forever()


async def at_once() -> None:
    """Somebody quick."""
    await anyio.lowlevel.checkpoint()


@dataclass
class Human:
    """A person whose answers a test decides, and who remembers what they saw.

    Attributes:
        link_answer: what they say to links.
        form_answer: what they say to forms.
        wait_answer: how they end a wait.
        think: what passes before they answer a question.
        linger: what passes before they end a wait.
        modes: what they can be asked.
    """

    link_answer: LinkAnswer = field(default_factory=lambda: Agreed(opened=True))
    form_answer: FormAnswer = field(default_factory=Cancelled)
    wait_answer: WaitAnswer = field(default_factory=Done)
    think: Callable[[], Awaitable[None]] = at_once
    linger: Callable[[], Awaitable[None]] = pondering_forever
    modes: Modes = field(default_factory=lambda: Modes(form=True, url=True))
    links: list[LinkQuestion] = field(default_factory=list)
    forms: list[FormQuestion] = field(default_factory=list)
    waits: list[Waiting] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    at_work: int = 0
    most_at_work: int = 0

    async def show_link(self, question: LinkQuestion) -> LinkAnswer:
        """See `Person`."""
        self.links.append(question)
        await self._busy(self.think)
        return self.link_answer

    async def fill_form(self, question: FormQuestion) -> FormAnswer:
        """See `Person`."""
        self.forms.append(question)
        await self._busy(self.think)
        return self.form_answer

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """See `Person`."""
        self.waits.append(waiting)
        await self._busy(self.linger)
        return self.wait_answer

    async def tell(self, sentence: str) -> None:
        """See `Person`."""
        self.told.append(sentence)

    async def _busy(self, what: Callable[[], Awaitable[None]]) -> None:
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        try:
            await what()
        finally:
            self.at_work -= 1
