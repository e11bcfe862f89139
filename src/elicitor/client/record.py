"""What is written down about asks and answers: who, what kind, what was noticed, the outcome, how long it took.

Never an answer, never a link beyond its host, never a secret. A person who answers faster than they could have read
is written down as such: it may be a script, or a hand that has learnt to say yes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from elicitor.client.asker import Asker
from elicitor.clock import Clock, system_clock
from elicitor.events import Event, Fact, Listener

__all__ = ["Asking", "Record"]

_LETTERS_A_SECOND = 60
"""Three times the speed of a fast reader; below it nobody is suspected."""
_SHORTEST_LOOK = 1.0


@dataclass(frozen=True, slots=True)
class Asking:
    """One ask that is being shown to a person.

    Attributes:
        asker: which server.
        kind: `link` or `form`.
        facts: what else is to be written down.
        reading: how many letters there are to read.
        since: monotonic seconds at which it was shown.
    """

    asker: Asker
    kind: str
    facts: dict[str, Fact]
    reading: int
    since: float


@dataclass(frozen=True, slots=True)
class Record:
    """Tells listeners.

    Attributes:
        listeners: told of every event; see `elicitor.events.Listener`.
        clock: the time written on events.
        stopwatch: monotonic seconds.
    """

    listeners: Sequence[Listener] = ()
    clock: Clock = field(default=system_clock)
    stopwatch: Callable[[], float] = field(default=time.monotonic)

    def shown(self, asker: Asker, kind: str, reading: int, **facts: Fact) -> Asking:
        """A dialog is about to be shown."""
        asking = Asking(asker, kind, facts, reading, self.stopwatch())
        self._write("elicitation_shown", asker, "info", {"kind": kind, **facts})
        return asking

    def answered(self, asking: Asking, outcome: str) -> None:
        """The person answered."""
        seconds = self.stopwatch() - asking.since
        too_fast = seconds < max(_SHORTEST_LOOK, asking.reading / _LETTERS_A_SECOND)
        facts: dict[str, Fact] = {
            "kind": asking.kind,
            "outcome": outcome,
            "milliseconds": round(seconds * 1000),
            "faster_than_reading": too_fast,
        }
        self._write("elicitation_answered", asking.asker, "info", {**facts, **asking.facts})

    def refused(self, asker: Asker, kind: str, reason: str, **facts: Fact) -> None:
        """A rule of ours or of the host said no; no person was asked."""
        self._write("elicitation_refused", asker, "refused", {"kind": kind, "reason": reason, **facts})

    def tell(self, code: str, asker: Asker, *, severity: str = "info", **facts: Fact) -> None:
        """Write down anything else."""
        self._write(code, asker, severity, facts)

    def _write(self, code: str, asker: Asker, severity: str, facts: Mapping[str, Fact]) -> None:
        if not self.listeners:
            return
        event = Event(code, self.clock(), severity, facts={"server": asker.name, "origin": asker.origin, **facts})
        for listener in self.listeners:
            listener(event)
