"""Request state: ours wraps what was there, and gives it back."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import pytest
from mcp.server.context import ServerRequestContext

from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Accepted, Declined
from elicitor.sdk.rounds import Round, read_round
from elicitor.server.interview import Record


def request(**params: Any) -> ServerRequestContext[Any, Any]:
    """A request with these parameters."""
    session: Any = SimpleNamespace()
    return ServerRequestContext(
        session=session, lifespan_context={}, protocol_version="2026-07-28", method="tools/call", params=params
    )


def test_a_first_call_has_no_round_before_it() -> None:
    """Nothing is changed for whoever is inside."""
    ctx = request(name="t", arguments={"a": 1})
    found, inner = read_round(ctx)
    assert (found.tickets, found.answers) == ({}, {})
    assert inner is ctx


@pytest.mark.case("R093")
def test_the_state_of_others_travels_with_ours() -> None:
    """With the answers that came with it."""
    first, _ = read_round(request(requestState="theirs", inputResponses={"day": {"action": "accept"}}))
    state = first.seal_with({"acme": "ticket"}, Record())
    found, inner = read_round(request(name="t", requestState=state, inputResponses={"acme": {"action": "accept"}}))
    assert found.tickets == {"acme": "ticket"}
    assert found.answers == {"acme": Accepted()}
    params = cast("dict[str, Any]", inner.params)
    assert params["requestState"] == "theirs"
    assert params["inputResponses"] == {"day": {"action": "accept"}}
    assert params["name"] == "t"


def test_nothing_of_ours_reaches_whoever_is_inside() -> None:
    """Where they had no state, they see none."""
    _, inner = read_round(request(requestState=Round().seal_with({"acme": "x"}, Record()), inputResponses={}))
    assert not {"requestState", "inputResponses"} & set(cast("dict[str, Any]", inner.params))


@pytest.mark.requirement("MRTR-4")
@pytest.mark.attack("C15")
def test_unknown_answers_are_ignored_and_missing_ones_are_no_answer() -> None:
    """Content with an answer to a link is not looked at."""
    state = Round().seal_with({"acme": "x", "git": "y"}, Record())
    responses = {"acme": {"action": "decline", "content": {"a": 1}}, "other": {"action": "accept"}}
    found, _ = read_round(request(requestState=state, inputResponses=responses))
    assert found.answers == {"acme": Declined()}


@pytest.mark.parametrize("answer", [{"action": "yes"}, {}, "accept", 1, ["accept"]])
def test_an_answer_that_is_none_is_a_breach(answer: object) -> None:
    """And not an acceptance."""
    with pytest.raises(PeerBroke):
        read_round(request(requestState=Round().seal_with({"acme": "x"}, Record()), inputResponses={"acme": answer}))


def test_what_was_asked_in_forms_travels_too() -> None:
    """Only where something was."""
    assert "record" not in Round().seal_with({}, Record())
    record = Record(rounds=2, asked={0: ("print", "Which day?")}, answers={0: ("print", "accept", {"day": 1})})
    responses = {"ask.1": {"action": "accept"}}
    found, _ = read_round(request(requestState=Round().seal_with({}, record), inputResponses=responses))
    assert found.record == record
    assert found.unverified_responses == responses


@pytest.mark.parametrize("state", ["", "{", "[]", "1", json.dumps({"elicitor": 1}), json.dumps({"other": {}})])
def test_state_that_is_not_ours_is_left_alone(state: str) -> None:
    """It belongs to somebody else."""
    ctx = request(requestState=state)
    found, inner = read_round(ctx)
    assert found.tickets == {}
    assert inner is ctx


@pytest.mark.parametrize(
    "content",
    [
        {"tickets": 1, "state": None, "answers": {}},
        {"tickets": {"a": 1}, "state": 5, "answers": {}},
        {"tickets": {}, "state": None, "answers": "x"},
        {"tickets": {}},
    ],
)
def test_state_that_only_looks_like_ours_does_not_crash(content: object) -> None:
    """On a server without sealing a client may write anything: it is a breach, told as one."""
    with pytest.raises(PeerBroke):
        read_round(request(requestState=json.dumps({"elicitor": content})))
