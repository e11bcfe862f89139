"""`LoopbackPage`: a person with a browser on this computer and no terminal in front of the program.

Each question is a page on 127.0.0.1 that the person's own browser is sent to. It is served only while something is
asked and for a moment afterwards, to this user only (`guard.py`). The address holds no secret.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

import anyio
import anyio.to_thread

from elicitor.client.opening import Browser, ConsentedLink, Opener
from elicitor.client.page.app import create_page
from elicitor.client.page.board import Board
from elicitor.client.page.form_sheet import FormSheet
from elicitor.client.page.link_sheet import LinkSheet
from elicitor.client.page.peer import is_told_here
from elicitor.client.page.serving import Served
from elicitor.client.page.sheet import Sheet
from elicitor.client.page.wait_sheet import WaitSheet
from elicitor.client.person import FormAnswer, FormQuestion, LinkAnswer, LinkQuestion, WaitAnswer, Waiting
from elicitor.client.racing import unwrapped
from elicitor.errors import Misuse, NotReady
from elicitor.protocol.modes import Modes

__all__ = ["LoopbackPage"]

_LINGER = 8.0

Announce = Callable[[str], Awaitable[None]]


class LoopbackPage:
    """See `Person` for the methods.

    Args:
        opener: starts the browser with the address of the page; the system's own where it is left out.
        announce: told the address where no browser could be started, and every sentence that needs no answer; shows
            them to the person in the host's own way.
        linger: seconds that the last word stays on the page.

    Raises:
        Misuse: `peer_not_told`, this system does not say which user opened a connection, so the page could be read by
            others.
    """

    def __init__(
        self, *, opener: Opener | None = None, announce: Announce | None = None, linger: float = _LINGER
    ) -> None:
        if not is_told_here():
            raise Misuse(
                "peer_not_told",
                "This system does not tell which user opened a local connection. Use a terminal, or your own Person.",
            )
        self._opener = opener or Browser()
        self._announce = announce
        self._board = Board(linger)
        self._served: Served | None = None

    @property
    def modes(self) -> Modes:
        """Both."""
        return Modes(form=True, url=True)

    async def show_link(self, question: LinkQuestion) -> LinkAnswer:
        """See `Person`."""
        return cast("LinkAnswer", await self._ask(LinkSheet(question)))

    async def fill_form(self, question: FormQuestion) -> FormAnswer:
        """See `Person`."""
        return cast("FormAnswer", await self._ask(FormSheet(question)))

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """See `Person`. It goes on in the tab that is open already; where none is, there is nothing to show."""
        if not waiting.links:
            await anyio.sleep_forever()
        await self._serve()
        return cast("WaitAnswer", await self._board.put(WaitSheet(waiting)))

    async def tell(self, sentence: str) -> None:
        """See `Person`."""
        if self._announce is not None:
            await self._announce(sentence)

    async def aclose(self) -> None:
        """Take the page away at once, instead of a moment after its last word."""
        if self._served is not None:
            await anyio.to_thread.run_sync(self._served.stop)

    async def _ask(self, sheet: Sheet) -> object:
        with unwrapped():
            async with anyio.create_task_group() as group:
                group.start_soon(self._bring_the_person)
                answer = await self._board.put(sheet)
                group.cancel_scope.cancel()
        return answer

    async def _bring_the_person(self) -> None:
        served = await self._serve()
        # Our own page, with nothing in its address: going there is what the person consents on, not consents to.
        if await self._opener.open(ConsentedLink(served.address)):
            return
        if self._announce is None:
            raise NotReady(
                "page_not_seen", "No browser could be started, and this application does not show the page's address."
            )
        await self._announce(f"Open {served.address} in a browser on this computer.")

    async def _serve(self) -> Served:
        if self._served is None or not self._served.is_running:
            page = create_page(self._board)
            self._served = await anyio.to_thread.run_sync(Served, page, lambda: self._board.is_idle)
        return self._served
