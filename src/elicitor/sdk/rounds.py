"""One call and its earlier rounds: what is carried in the request state of era B.

The state that a tool or the SDK's own resolvers put there is wrapped, not replaced, and given back on the retry with
the answers that came with it; so nothing is asked twice. The SDK seals the whole (`RequestStateBoundary`) and binds it
to the person, the method and the arguments. What is inside are ticket ids, which are looked up and compared anyway.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mcp.server.context import ServerRequestContext

from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Answer, read_answer
from elicitor.server.interview import Record, read_record

__all__ = ["Round", "read_round"]

_KEY = "elicitor"
Context = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True)
class Round:
    """What a call brought with it.

    Attributes:
        tickets: ticket ids by connection.
        answers: what was answered to them, by connection.
        inner_state: the state of whoever is inside us.
        inner_answers: the answers that belong to it.
        record: what was asked in form mode, and answered; None where nothing was.
        unverified_responses: everything that came with the request, by key.
    """

    tickets: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)
    inner_state: str | None = None
    inner_answers: Mapping[str, Any] = field(default_factory=dict)
    record: Record | None = None
    unverified_responses: Mapping[str, Any] = field(default_factory=dict)

    def seal_with(self, tickets: Mapping[str, str], record: Record) -> str:
        """The state for the next round, in plain; the SDK seals it."""
        content = {"tickets": dict(tickets), "state": self.inner_state, "answers": dict(self.inner_answers)}
        if record.is_used:
            content["record"] = record.to_json()
        return json.dumps({_KEY: content})


def read_round(ctx: Context) -> tuple[Round, Context]:
    """Take our wrapping off a request.

    Returns:
        The round, and the context as it is for whoever is inside.

    Raises:
        PeerBroke: `unknown_action`, an answer that is none; `state_malformed`, on a server that does not seal.
    """
    params = dict(ctx.params or {})
    state, responses = params.get("requestState"), params.get("inputResponses")
    ours = _ours(state)
    if ours is None:
        inner = responses if isinstance(responses, Mapping) else {}
        return Round(inner_state=state if isinstance(state, str) else None, inner_answers=inner), ctx
    tickets, inner_state, inner_answers = _checked(ours)
    found = Round(
        tickets,
        _answers(responses, tickets),
        inner_state,
        inner_answers,
        record=None if "record" not in ours else read_record(ours["record"]),
        unverified_responses=responses if isinstance(responses, Mapping) else {},
    )
    for key, value in (("requestState", found.inner_state), ("inputResponses", found.inner_answers)):
        params.pop(key, None)
        if value:
            params[key] = value
    return found, replace(ctx, params=params)


def _ours(state: object) -> dict[str, Any] | None:
    if not isinstance(state, str):
        return None
    try:
        content = json.loads(state)
    except ValueError:
        return None
    if not isinstance(content, dict) or not isinstance(content.get(_KEY), dict):
        return None
    ours: dict[str, Any] = content[_KEY]
    return ours


def _checked(ours: Mapping[str, Any]) -> tuple[dict[str, str], str | None, Mapping[str, Any]]:
    tickets, state, answers = ours.get("tickets"), ours.get("state"), ours.get("answers")
    if not isinstance(tickets, dict) or not isinstance(answers, dict) or not isinstance(state, str | None):
        raise PeerBroke("state_malformed", "The client sent back a state that cannot be read.")
    return {str(name): str(ticket) for name, ticket in tickets.items()}, state, answers


def _answers(unverified_responses: object, tickets: Mapping[str, str]) -> dict[str, Answer]:
    if not isinstance(unverified_responses, Mapping):
        return {}
    answers: dict[str, Answer] = {}
    for name in tickets:
        response = unverified_responses.get(name)
        if response is None:
            continue
        if not isinstance(response, Mapping):
            raise PeerBroke("unknown_action", "The client's answer could not be read.")
        answers[name] = read_answer(response.get("action"))
    return answers
