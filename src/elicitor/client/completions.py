"""Which errands a server has called complete (`notifications/elicitation/complete`, era A).

The notification travels beside the answers, so it may come before the error that names its id: a name nobody waits
for is kept for a while. Names are compared and never interpreted (URL-16). An unknown or repeated one changes nothing
but this memory, which is small and belongs to one connection: another server's word has no effect (C9, DONE-4).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

import anyio

__all__ = ["Completions"]

_MOST_EARLY = 64
_LONGEST_NAME = 1024
_SECONDS_KEPT = 600.0


class Completions:
    """The memory of one connection."""

    def __init__(self) -> None:
        self._awaited: dict[str, anyio.Event] = {}
        self._early: OrderedDict[str, float] = OrderedDict()

    def hear(self, unverified_id: str) -> bool:
        """Take note of a notification; returns whether somebody was waiting for it."""
        if not unverified_id or len(unverified_id) > _LONGEST_NAME:
            return False
        if unverified_id in self._awaited:
            self._awaited[unverified_id].set()
            return True
        self._early[unverified_id] = anyio.current_time()
        self._early.move_to_end(unverified_id)
        if len(self._early) > _MOST_EARLY:
            self._early.popitem(last=False)
        return False

    @contextmanager
    def expect(self, elicitation_id: str) -> Iterator[anyio.Event]:
        """An event that is set when the errand is complete; it may be set already."""
        event = self._awaited.setdefault(elicitation_id, anyio.Event())
        heard = self._early.pop(elicitation_id, None)
        if heard is not None and anyio.current_time() - heard <= _SECONDS_KEPT:
            event.set()
        try:
            yield event
        finally:
            self._awaited.pop(elicitation_id, None)
