"""Waiting on the page: the links once more, and a word of the person's own."""

from __future__ import annotations

from collections.abc import Mapping

from elicitor.client.page.sheet import Fields
from elicitor.client.person import Done, WaitAnswer, Waiting
from elicitor.protocol.answers import Cancelled

__all__ = ["WaitSheet"]


class WaitSheet:
    """See `Sheet`."""

    template = "wait"

    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting

    @property
    def facts(self) -> Mapping[str, object]:
        """See `Sheet`."""
        return {
            "asker": self._waiting.asker,
            "links": self._waiting.links,
            "minutes": max(1, round(self._waiting.seconds_left / 60)),
            "again": self._waiting.again,
        }

    def act(self, action: str, fields: Fields) -> WaitAnswer | None:  # noqa: ARG002
        """See `Sheet`."""
        if action == "done":
            return Done()
        return Cancelled() if action == "stop" else None

    def closing(self, answer: object | None) -> Mapping[str, object]:
        """See `Sheet`."""
        name = self._waiting.asker.name
        match answer:
            case Done():
                title, sentence = f"{name} is asked", "You can close this tab and go back to your application."
            case Cancelled():
                title, sentence = "No longer waiting", "You can close this tab."
            case _:
                title, sentence = "Done", f"{name} goes on. You can close this tab."
        return {"title": title, "sentence": sentence, "link": None}
