"""`Terminal`: a person in front of the program's own terminal.

It talks through `/dev/tty`, so a server on standard input and output is not disturbed. Where there is no terminal
(a service, a pipeline in CI, a window system without one) nothing is declared to servers, and a terminal that goes away
during a question cancels it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from elicitor.client.person import (
    Done,
    FormAnswer,
    FormQuestion,
    LinkAnswer,
    LinkQuestion,
    WaitAnswer,
    Waiting,
)
from elicitor.client.surroundings import Surroundings
from elicitor.client.terminal.form_dialog import ask_form
from elicitor.client.terminal.link_dialog import ask_link
from elicitor.client.terminal.look import Look
from elicitor.client.terminal.tty import Dismissed, Tty
from elicitor.client.terminal.waiting import wait_for_word
from elicitor.errors import Refused
from elicitor.protocol.answers import Cancelled
from elicitor.protocol.modes import NO_MODES, Modes

__all__ = ["Terminal"]

T = TypeVar("T")


class Terminal:
    """See `Person` for the methods.

    Args:
        path: the terminal's device; the controlling terminal where it is left out.
        colour: whether to use colour; as the surroundings say where it is left out (NO_COLOR, TERM=dumb).
    """

    def __init__(self, path: str = "/dev/tty", *, colour: bool | None = None) -> None:
        self._path = path
        self._colour = not Surroundings.here().plain_output if colour is None else colour

    @property
    def modes(self) -> Modes:
        """Both modes, where there is a terminal."""
        return Modes(form=True, url=True) if Tty.is_there(self._path) else NO_MODES

    async def show_link(self, question: LinkQuestion) -> LinkAnswer:
        """See `Person`."""
        return await self._talk(lambda tty, look: ask_link(tty, look, question))

    async def fill_form(self, question: FormQuestion) -> FormAnswer:
        """See `Person`."""
        return await self._talk(lambda tty, look: ask_form(tty, look, question))

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """See `Person`."""

        async def ask(tty: Tty, look: Look) -> WaitAnswer:
            await wait_for_word(tty, look, waiting)
            return Done()

        return await self._talk(ask)

    async def tell(self, sentence: str) -> None:
        """See `Person`."""
        try:
            with Tty.open(self._path) as tty:
                tty.write(self._look(tty).text(sentence))
        except (Refused, Dismissed):
            return  # nobody is there to be told

    async def _talk(self, dialog: Callable[[Tty, Look], Awaitable[T]]) -> T | Cancelled:
        try:
            with Tty.open(self._path) as tty, tty.conversation():
                return await dialog(tty, self._look(tty))
        except (Refused, Dismissed):
            return Cancelled()

    def _look(self, tty: Tty) -> Look:
        return Look(tty.width, self._colour)
