"""The client's words for what the SDK's objects say, and back. No rules here, only translation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from mcp.client.session import ClientRequestContext, ClientSession
from mcp.shared.exceptions import MCPError
from mcp_types import (
    URL_ELICITATION_REQUIRED,
    ElicitRequest,
    ElicitRequestParams,
    ElicitResult,
    ErrorData,
    InputRequest,
    InputRequiredResult,
    InputResponse,
    InputResponses,
)

from elicitor.client.asked import Asked, LinksRequired, find_required_links, read_asked
from elicitor.client.rounds import Foreign, Round
from elicitor.protocol.answers import Accepted, Answer, Declined

__all__ = ["asked_in", "links_required", "responses", "round_in", "said"]

T = TypeVar("T")


def asked_in(params: ElicitRequestParams) -> Asked:
    """What an `elicitation/create` asks.

    Raises:
        PeerBroke: as `read_asked`.
    """
    return read_asked(params.model_dump(by_alias=True, mode="json", exclude_none=True))


def said(answer: Answer) -> ElicitResult:
    """An answer as the SDK sends it. Content goes with an accepted form only (FORM-13, URL-8)."""
    match answer:
        case Accepted(content) if content:
            return ElicitResult(action="accept", content=dict(content))
        case Accepted():
            return ElicitResult(action="accept")
        case Declined():
            return ElicitResult(action="decline")
        case _:
            return ElicitResult(action="cancel")


def links_required(error: MCPError) -> LinksRequired | None:
    """The links that an error -32042 asks for, or None where it is another error, or not about elicitation."""
    if error.code != URL_ELICITATION_REQUIRED:
        return None
    links = find_required_links(error.data)
    return None if links is None else LinksRequired(links)


def round_in(result: T | InputRequiredResult, session: ClientSession) -> T | Round:
    """A result as it is, or the round that it asks for.

    Raises:
        PeerBroke: as `read_asked`.
    """
    if not isinstance(result, InputRequiredResult):
        return result
    requests = {key: _request(key, request, session) for key, request in (result.input_requests or {}).items()}
    return Round(requests, result.request_state)


def responses(answers: Mapping[str, object] | None) -> InputResponses | None:
    """Answers to a round as the SDK sends them, under the server's keys."""
    if answers is None:
        return None
    return {
        key: said(answer) if isinstance(answer, Answer) else cast("InputResponse", answer)
        for key, answer in answers.items()
    }


def _request(key: str, request: InputRequest, session: ClientSession) -> Asked | Foreign:
    if isinstance(request, ElicitRequest):
        return asked_in(request.params)
    meta: Any = request.params.meta if request.params else None
    context = ClientRequestContext(session=session, request_id=key, meta=meta)

    async def answer() -> InputResponse:
        response = await session.dispatch_input_request(context, request)
        if isinstance(response, ErrorData):
            raise MCPError.from_error_data(response)
        return response

    return Foreign(answer)
