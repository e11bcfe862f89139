"""What happened, as facts without secrets.

The library does not write log lines of its own accord: it emits an `Event` to listeners. One listener
writes to the standard logging module, one to the database. `code` is stable, so an operator can alert on it
and a test can wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["Event", "Listener", "Severity"]

Severity = str
"""`"info"` for the ordinary way, `"refused"` when a guard said no, `"fault"` when something broke."""

Fact = str | int | bool


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Attributes:
        code: stable, lower case, words joined by underscores (`wrong_visitor`, `grant_stored`).
        at: epoch seconds.
        severity: see `Severity`.
        reference: the short number a person can read off an error page; empty where there is none.
        facts: who and what, by name. Texts from outside are cut to 200 characters and lose their control
            characters when the event is made; secrets cannot get in, because a `Secret` is not a `Fact`.
    """

    code: str
    at: int
    severity: Severity = "info"
    reference: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __post_init__(self) -> None:
        clean = {name: _clean(value) for name, value in self.facts.items()}
        object.__setattr__(self, "facts", clean)


Listener = Callable[[Event], None]
"""Told of every event, on the event loop; must not block and must not raise."""


def _clean(value: Fact) -> Fact:
    if isinstance(value, bool | int):
        return value
    if not isinstance(value, str):
        raise TypeError(f"an event's facts are texts, numbers and booleans, not {type(value).__name__}")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in value[:200])
