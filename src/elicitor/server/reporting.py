"""Who hears what happened: the database, the logging module, and whoever else listens.

`Reporter.emit` is the one way to say that something happened. The event goes to every listener and into the
event log. A log that cannot be written never stops or changes the answer to a person; it is said in the
logging module instead.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence

from elicitor.clock import Clock
from elicitor.errors import ElicitorError
from elicitor.events import Event, Listener
from elicitor.vault.event_log import EventLog

__all__ = ["Reporter", "new_reference", "write_to_logging"]

_logger = logging.getLogger("elicitor.events")
_LEVELS = {"info": logging.INFO, "refused": logging.WARNING, "fault": logging.ERROR}
_REFERENCE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that are mistaken for each other


def new_reference() -> str:
    """A number for an error page that a person can read out: eight characters, about 39 bits."""
    return "".join(secrets.choice(_REFERENCE_LETTERS) for _ in range(8))


def write_to_logging(event: Event) -> None:
    """The listener that writes one line a event to the logger `elicitor.events`."""
    facts = " ".join(f"{name}={value!r}" for name, value in event.facts.items())
    reference = f" reference={event.reference}" if event.reference else ""
    _logger.log(_LEVELS[event.severity], "%s%s %s", event.code, reference, facts)


class Reporter:
    """Tells everybody who should know.

    Args:
        log: the event log of the vault; None where nothing is kept.
        clock: stamps the events.
        listeners: told in order, on the event loop; they must not block and must not raise.
    """

    def __init__(self, log: EventLog | None, clock: Clock, listeners: Sequence[Listener]) -> None:
        self._log = log
        self._clock = clock
        self._listeners = tuple(listeners)

    async def emit(self, code: str, *, severity: str = "info", reference: str = "", **facts: str | int | bool) -> None:
        """Say that something happened. Returns when it is written down; never raises."""
        event = self._tell(Event(code=code, at=self._clock(), severity=severity, reference=reference, facts=facts))
        if self._log is None:
            return
        try:
            await self._log.append(event)
        except ElicitorError as error:
            _logger.error("event_log_unwritable code=%s because=%s", code, error.code)  # noqa: TRY400

    def tell(self, code: str, *, severity: str = "info", **facts: str | int | bool) -> None:
        """Tell the listeners alone, for what is not worth a row: a form that was asked and answered."""
        self._tell(Event(code=code, at=self._clock(), severity=severity, facts=facts))

    def _tell(self, event: Event) -> Event:
        for listener in self._listeners:
            listener(event)
        return event
