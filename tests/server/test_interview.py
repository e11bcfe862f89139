"""The record of a call's questions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.forms import Filled, define_form
from elicitor.server.interview import Interview, Record, key_of, read_record
from elicitor.server.not_answered import BodyChanged
from elicitor.server.question import Question


def question(message: str = "How many?") -> Question[int]:
    """For a number."""
    return Question(form=define_form(int, message=message))


def asked(record: Record, *answers: Any) -> Interview:
    """A run whose question at the first place is out, with these answers."""
    Interview(record, {}).put_out(0, question())
    return Interview(record, {key_of(place, question()): answer for place, answer in enumerate(answers)})


def test_an_answer_is_heard_once_and_recalled_ever_after() -> None:
    """Through the request state and back."""
    record = Record()
    run = asked(record, {"action": "accept", "content": {"answer": 3}})
    assert run.recall(run.take_place(), question()) is None
    assert run.hear(0, question()) == Filled(3)
    again = Interview(read_record(json.loads(json.dumps(record.to_json()))), {})
    assert again.recall(again.take_place(), question()) == Filled(3)


@pytest.mark.requirement("ACT-1")
@pytest.mark.parametrize(("action", "outcome"), [("decline", Declined()), ("cancel", Cancelled())])
def test_a_no_is_recorded_too(action: str, outcome: Any) -> None:
    """Whatever content came with it is not."""
    record = Record()
    assert asked(record, {"action": action, "content": {"answer": 3}}).hear(0, question()) == outcome
    assert record.answers[0][2] is None
    assert Interview(record, {}).recall(0, question()) == outcome


def test_another_question_in_the_same_place_is_noticed() -> None:
    """The same one is not."""
    record = Record()
    asked(record)
    with pytest.raises(BodyChanged, match=r"How many.*How much"):
        Interview(record, {}).recall(0, question("How much?"))
    assert Interview(record, {}).recall(0, question()) is None


def test_answers_that_do_not_fit_have_a_bound() -> None:
    """Each is named in the words of the next question."""
    record = Record()
    wrong = {"action": "accept", "content": {"answer": "3"}}
    for _ in range(2):
        run = asked(record, wrong)
        assert run.hear(0, question()) is None
        assert run.message_for(0, question()).endswith("How many?")
        assert "does not fit" in run.message_for(0, question())
    with pytest.raises(PeerBroke):
        asked(record, wrong).hear(0, question())


@pytest.mark.attack("C15")
def test_what_was_not_asked_is_not_heard() -> None:
    """Neither the place after, nor a place whose question is on a page."""
    record = Record()
    run = asked(record, None, {"action": "accept", "content": {"answer": 3}})
    assert run.hear(1, question()) is None
    record.pages[0] = "ticket"
    run = asked(record, {"action": "accept", "content": {"answer": 3}})
    assert run.hear(0, question()) is None
    assert run.said_to_link(0, question()) is not None


@pytest.mark.parametrize("answer", ["accept", 1, ["accept"], {"action": "reject"}, {}])
def test_an_answer_that_is_none_is_a_breach(answer: object) -> None:
    """And no acceptance."""
    with pytest.raises(PeerBroke):
        asked(Record(), answer).hear(0, question())


def test_calls_and_rounds_have_digests_of_their_own() -> None:
    """So that each retry is spent by itself."""
    one, other = Record(), Record()
    before = one.retry_digest
    one.rounds += 1
    assert len({one.digest, other.digest, before, one.retry_digest, other.retry_digest}) == 5


def test_a_record_is_used_when_there_is_something_in_it() -> None:
    """Nothing is carried for a call that asked nothing."""
    assert not Record().is_used
    assert Record(did_something=True).is_used
    assert Record(asked={0: ("a", "b")}).is_used


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)))
def test_a_state_that_is_none_is_refused(content: Any) -> None:
    """Whatever it is; where nothing seals the state it is anybody's."""
    for wrong in (content, {"call": content, "rounds": 0, "did": False, "places": content}):
        with pytest.raises(PeerBroke):
            read_record(wrong)
