"""A server whose functions ask, and clients that answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import date
from typing import Annotated, Any, Literal

from mcp import Client
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, ElicitResult
from pydantic import BaseModel, Field

from elicitor import Elicitor

ERAS = ("legacy", "2026-07-28")


class Booking(BaseModel):
    """What a table is booked with."""

    day: date
    people: Annotated[int, Field(ge=1, le=9, title="How many")] = 2


Size = Literal["small", "large"]


def serve(register: Callable[[MCPServer[Any]], object], **options: Any) -> tuple[MCPServer[Any], Elicitor]:
    """A server with elicitor attached and these functions on it."""
    elicitor = Elicitor(**options)
    mcp: MCPServer[Any] = MCPServer("Tables", request_state_security=elicitor.request_state_security())
    elicitor.attach(mcp)
    register(mcp)
    return mcp, elicitor


class Answers:
    """Answers by the message of the question: content, the value of the only field, or an action; or a list of these,
    for one time after another.

    Attributes:
        asked: the messages, in the order they came.
    """

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.asked: list[str] = []
        self.params: list[Any] = []
        self._answers = {
            message: list(given) if isinstance(given, list) else given for message, given in answers.items()
        }

    async def __call__(self, _: Any, params: Any) -> ElicitResult:
        """The callback of a client."""
        self.asked.append(params.message)
        self.params.append(params)
        key = next(message for message in self._answers if message in params.message)
        given = self._answers[key]
        if isinstance(given, list):
            given = given.pop(0)
        if given in ("decline", "cancel"):
            return ElicitResult(action=given)
        if not isinstance(given, dict):
            (name,) = params.requested_schema["properties"]
            given = {name: given}
        return ElicitResult(action="accept", content=given)


@asynccontextmanager
async def client_of(mcp: MCPServer[Any], era: str, answers: Any = None) -> AsyncIterator[Client]:
    """The SDK's client, in process."""
    async with Client(mcp, mode=era, elicitation_callback=answers) as client:
        yield client


def text_of(result: CallToolResult) -> str:
    """What a tool said."""
    (content,) = result.content
    return str(getattr(content, "text", content))
