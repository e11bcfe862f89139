"""The board: which sheet is up, who waits for its answer, and what was there last.

The page is served from a thread of its own. Whoever puts up a sheet waits in their own event loop and is woken there.
Each sheet has a secret of its own that every button brings back: what was rendered for another sheet, or by another
page, does nothing (F27).
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Mapping

import anyio
import anyio.from_thread
from anyio.lowlevel import current_token

from elicitor.client.page.sheet import Fields, Sheet

__all__ = ["Board", "View"]

View = tuple[str, Mapping[str, object]]
"""A template and its facts."""

_SECONDS_FRESH = 5.0
"""For so long a page that is done looks whether something follows."""
_NOTHING = {"title": "Nothing is asked", "sentence": "You can close this tab.", "link": None}


class Board:
    """One page's state.

    Args:
        linger: seconds that the last word stays on the page before the board counts as idle.
    """

    def __init__(self, linger: float) -> None:
        self._linger = linger
        self._lock = threading.Lock()
        self._sheet: Sheet | None = None
        self._secret = ""
        self._answered: list[object] = []
        self._wake: tuple[anyio.Event, object] | None = None
        self._last: Mapping[str, object] = _NOTHING
        self._since = time.monotonic()

    async def put(self, sheet: Sheet) -> object:
        """Put up a sheet and wait for its answer. If the wait is called off the sheet is taken down."""
        event = anyio.Event()
        with self._lock:
            self._sheet, self._secret, self._answered = sheet, secrets.token_urlsafe(32), []
            self._wake = (event, current_token())
        try:
            await event.wait()
            return self._answered[0]
        finally:
            self._take_down(sheet)

    def view(self) -> View:
        """What to show now."""
        with self._lock:
            if self._sheet is None:
                return "closed", {**self._last, "fresh": time.monotonic() - self._since < _SECONDS_FRESH}
            return self._sheet.template, {**self._sheet.facts, "secret": self._secret}

    def act(self, unverified_secret: str, action: str, fields: Fields) -> bool:
        """A button was pressed; returns whether it belonged to the sheet that is up."""
        with self._lock:
            if self._sheet is None or self._wake is None or self._answered:
                return False
            if not secrets.compare_digest(unverified_secret.encode(), self._secret.encode()):
                return False
            answer = self._sheet.act(action, fields)
            if answer is None:
                return True
            self._answered.append(answer)
            self._close(self._sheet, answer)
            event, token = self._wake
        anyio.from_thread.run_sync(event.set, token=token)  # type: ignore[arg-type]
        return True

    @property
    def is_idle(self) -> bool:
        """Whether nothing was up for longer than the last word has to stay."""
        with self._lock:
            return self._sheet is None and time.monotonic() - self._since > self._linger

    def _take_down(self, sheet: Sheet) -> None:
        with self._lock:
            if not self._answered:
                self._close(sheet, None)
            self._sheet, self._wake, self._since = None, None, time.monotonic()

    def _close(self, sheet: Sheet, answer: object | None) -> None:
        self._last = sheet.closing(answer)
        self._sheet, self._since = None, time.monotonic()
