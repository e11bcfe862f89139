"""What is written down, and what never is."""

from __future__ import annotations

import pytest

from elicitor.client.asker import Asker
from elicitor.client.record import Record
from elicitor.events import Event

ACME = Asker("Acme", "https://acme.example", is_remote=True)


def recording(seconds: list[float]) -> tuple[Record, list[Event]]:
    """A record with a stopwatch that a test moves."""
    events: list[Event] = []
    return Record((events.append,), clock=lambda: 1_000, stopwatch=lambda: seconds[0]), events


def test_an_ask_and_its_answer_are_told() -> None:
    """Who, what kind, what was noticed, the outcome, how long."""
    now = [10.0]
    record, events = recording(now)
    asking = record.shown(ACME, "link", 120, host="acme.example", findings="punycode")
    now[0] = 14.5
    record.answered(asking, "agreed")
    assert [event.code for event in events] == ["elicitation_shown", "elicitation_answered"]
    assert events[1].at == 1_000
    assert events[1].facts == {
        "server": "Acme",
        "origin": "https://acme.example",
        "kind": "link",
        "outcome": "agreed",
        "milliseconds": 4500,
        "faster_than_reading": False,
        "host": "acme.example",
        "findings": "punycode",
    }


@pytest.mark.parametrize(("letters", "seconds", "too_fast"), [(10, 0.2, True), (6000, 5, True), (6000, 200, False)])
def test_an_answer_faster_than_reading_is_marked(letters: int, seconds: float, too_fast: bool) -> None:
    """A short question takes a second too."""
    now = [0.0]
    record, events = recording(now)
    asking = record.shown(ACME, "form", letters)
    now[0] = seconds
    record.answered(asking, "accepted")
    assert events[-1].facts["faster_than_reading"] is too_fast


def test_a_refusal_says_that_nobody_was_asked() -> None:
    """With its reason."""
    record, events = recording([0.0])
    record.refused(ACME, "link", "server_blocked")
    assert (events[0].code, events[0].severity, events[0].facts["reason"]) == (
        "elicitation_refused",
        "refused",
        "server_blocked",
    )


def test_without_listeners_nothing_is_made() -> None:
    """Not even an event."""
    Record(clock=lambda: pytest.fail("nobody listens")).tell("anything", ACME)
