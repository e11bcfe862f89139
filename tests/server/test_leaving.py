"""The signal that leaves a body."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.errors import Misuse
from elicitor.protocol.asks import LinkAsk
from elicitor.protocol.forms import define_form
from elicitor.server.leaving import LeaveToAsk, leave_in
from elicitor.server.question import Question


def signal(place: int, *links: LinkAsk) -> LeaveToAsk:
    """With a question at this place."""
    question: Question[Any] = Question(form=define_form(int, message="How many?"))
    return LeaveToAsk({place: (question, "How many?")}, links)


def group(*inner: BaseException) -> BaseExceptionGroup[BaseException]:
    """What a task group raises."""
    return BaseExceptionGroup("group", list(inner))


def test_it_is_no_exception() -> None:
    """So nobody's `except Exception` gets it."""
    assert not issubclass(LeaveToAsk, Exception)


def test_all_of_a_group_is_put_together() -> None:
    """However deep; the same link once."""
    link = LinkAsk("acme", "Why", "https://mcp.example.com/connect/x", "id", "x")
    found = leave_in(group(signal(0, link), group(signal(2, link))))
    assert found is not None
    assert set(found.forms) == {0, 2}
    assert found.links == (link,)


def test_a_group_without_it_is_somebody_elses() -> None:
    """And one with a failure beside it is refused by name."""
    assert leave_in(group(ValueError("x"))) is None
    with pytest.raises(Misuse, match="same group failed"):
        leave_in(group(signal(0), ValueError("x")))
