"""Everybody who should know is told, and a log that fails stops nothing."""

from __future__ import annotations

import logging
from typing import Any, cast

import pytest

from elicitor.errors import NotReady
from elicitor.events import Event
from elicitor.server.reporting import Reporter, new_reference, write_to_logging

pytestmark = pytest.mark.anyio


class Log:
    """An event log that may be down."""

    def __init__(self, *, down: bool = False) -> None:
        self.events: list[Event] = []
        self.down = down

    async def append(self, event: Event) -> None:
        """As the vault's."""
        if self.down:
            raise NotReady("storage_unavailable", "Down.")
        self.events.append(event)


async def test_an_event_reaches_the_log_and_the_listeners() -> None:
    """With time, reference and facts."""
    log, heard = Log(), []
    reporter = Reporter(cast("Any", log), lambda: 7, [heard.append])
    await reporter.emit("wrong_user", severity="refused", reference="ABC", connection="acme")
    assert heard == log.events
    assert (heard[0].code, heard[0].at, heard[0].reference, heard[0].facts) == (
        "wrong_user",
        7,
        "ABC",
        {"connection": "acme"},
    )


async def test_a_log_that_is_down_is_said_and_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """The listeners hear of the event all the same."""
    heard: list[Event] = []
    reporter = Reporter(cast("Any", Log(down=True)), lambda: 7, [heard.append])
    await reporter.emit("wrong_user")
    assert [event.code for event in heard] == ["wrong_user"]
    assert "event_log_unwritable" in caplog.text


@pytest.mark.attack("E7")
def test_a_line_in_the_log_stays_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """And refusals are warnings."""
    with caplog.at_level(logging.INFO, logger="elicitor.events"):
        write_to_logging(Event("wrong_user", 1, severity="refused", reference="ABC", facts={"client": "a\nb"}))
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "\n" not in record.getMessage()


def test_a_reference_can_be_read_out() -> None:
    """No letters that are mistaken for digits."""
    references = {new_reference() for _ in range(500)}
    assert len(references) == 500
    assert not set("".join(references)) & set("01IOLQ") - {"Q"}
