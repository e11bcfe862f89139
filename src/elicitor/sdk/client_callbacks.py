"""The callbacks of one connection, for who holds a `ClientSession` already, and for our own client.

    callbacks = host.callbacks(name="Acme files", origin="https://mcp.example.com")
    session = ClientSession(read, write, **callbacks.session_options)
    result = await callbacks.run(session, lambda answers, state: session.call_tool(
        "list_files", {}, input_responses=answers, request_state=state, allow_input_required=True))

The SDK declares both modes as soon as it has a callback. Where the person has only one, wrap the transport's streams
with `honest` too (`client_transport.py`); the callback answers the other mode with -32602 in any case.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import anyio.lowlevel
from mcp.client.session import ClientRequestContext, ClientSession, IncomingMessage, MessageHandlerFnT
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    REQUEST_TIMEOUT,
    ElicitCompleteNotification,
    ElicitRequestParams,
    ElicitResult,
    ErrorData,
    InputRequiredResult,
    InputResponses,
)

from elicitor.client.connection import Connection
from elicitor.client.limits import OutOfTime
from elicitor.client.rounds import Round
from elicitor.errors import PeerBroke
from elicitor.sdk.client_words import asked_in, links_required, responses, round_in, said

__all__ = ["Call", "Callbacks"]

T = TypeVar("T")

Call = Callable[[InputResponses | None, str | None], Awaitable[T | InputRequiredResult]]
"""Makes a call with these input responses and this request state."""


class Callbacks:
    """What the SDK calls, and what goes around its calls.

    Args:
        connection: what the host keeps for it.
        message_handler: the application's own; it still hears everything.
    """

    def __init__(self, connection: Connection, message_handler: MessageHandlerFnT | None = None) -> None:
        self.connection = connection
        self._message_handler = message_handler

    @property
    def session_options(self) -> Mapping[str, Any]:
        """Keyword arguments for `Client` or `ClientSession`: nothing is declared where nobody can be asked (CAP-1)."""
        if not self.connection.modes:
            return {"message_handler": self._message_handler}
        return {"elicitation_callback": self.answer, "message_handler": self.hear}

    async def answer(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult | ErrorData:  # noqa: ARG002
        """The `elicitation_callback`. What goes wrong on our side is never told to the server in its words."""
        try:
            return said(await self.connection.answer(asked_in(params)))
        except PeerBroke as error:
            return ErrorData(code=INVALID_PARAMS, message=f"{error.code}: {error.sentence}")
        except Exception:  # noqa: BLE001  the edge to the SDK, which would send the text of any exception to the server
            self.connection.record.tell("elicitation_fault", self.connection.asker, severity="fault")
            return ErrorData(code=INTERNAL_ERROR, message="The question could not be shown to a person.")

    async def hear(self, message: IncomingMessage) -> None:
        """The `message_handler`."""
        if isinstance(message, ElicitCompleteNotification):
            self.connection.hear_completion(message.params.elicitation_id)
        if self._message_handler is not None:
            await self._message_handler(message)
        else:
            await anyio.lowlevel.checkpoint()

    async def run(self, session: ClientSession, call: Call[T], *, seconds: float | None = None) -> T:
        """Make a call and go on with it, in whichever era, until it has a result.

        Args:
            session: the session that the call uses.
            call: makes the call; pass it on as the example above does.
            seconds: machine time for it all. Give the session no timeout of its own: it would count human time.

        Raises:
            CallStopped: the person, a rule or elicitor itself stopped it.
            PeerBroke: the server asked for what it must not ask for.
            MCPError: as the SDK raises it; code -32001 when the machine time is used up.
        """

        async def attempt() -> T:
            return await self.rounds(session, await call(None, None), call)

        return await self.guard(attempt, seconds)

    async def guard(self, attempt: Callable[[], Awaitable[T]], seconds: float | None) -> T:
        """The part of `run` that surrounds a call: errands of era A, and the limit."""

        async def translated() -> T:
            try:
                return await attempt()
            except MCPError as error:
                required = links_required(error)
                if required is None:
                    raise
                raise required from error

        try:
            return await self.connection.call(translated if self.connection.modes.url else attempt, seconds)
        except OutOfTime as error:
            raise MCPError(REQUEST_TIMEOUT, f"The server did not answer within {seconds} seconds.") from error

    async def rounds(self, session: ClientSession, first: T | InputRequiredResult, call: Call[T]) -> T:
        """The part of `run` that follows a first answer: the rounds of era B."""
        if not isinstance(first, InputRequiredResult):
            return first

        async def send(answers: Mapping[str, object] | None, state: str | None) -> T | Round:
            return round_in(await call(responses(answers), state), session)

        return await self.connection.rounds(round_in(first, session), send)
