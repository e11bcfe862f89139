"""The SDK's `Client` with a person behind it.

Every request that a server may refuse for want of a link goes through `_ask`. The rounds of era B have a seam of their
own in the SDK: its `Client` hands each `InputRequiredResult` to `_drive_input_required`, after its own recovery from
stale tool listings and before its caching and its extensions, so that all of these stay as they are. That name is
private to the SDK; `HostedClient` refuses to exist without it, and the tests hold it against every version we allow.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from mcp.client import Client
from mcp_types import (
    CallToolResult,
    CompleteResult,
    GetPromptResult,
    InputRequiredResult,
    InputResponses,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    ReadResourceResult,
)

from elicitor.errors import Misuse
from elicitor.protocol.eras import Era, era_of
from elicitor.sdk.client_callbacks import Callbacks
from elicitor.sdk.client_pausing import PausedCall

__all__ = ["HostedClient"]

T = TypeVar("T")
_SEAM = "_drive_input_required"


class HostedClient(Client):
    """The SDK's `Client`; what it needs from a person it gets by itself.

    Made by `Host.connect`.

    Args:
        server: as the SDK takes it.
        callbacks: of this connection.
        limit: machine time of each call in seconds, where the call does not name its own.
        options: as the SDK's `Client` takes them.
    """

    def __init__(self, server: Any, callbacks: Callbacks, *, limit: float | None, **options: Any) -> None:
        if not hasattr(Client, _SEAM):
            raise Misuse("sdk_unknown", "This version of the MCP SDK is not known to elicitor; see pyproject.toml.")
        # The SDK's own timeouts would count human time, so it gets none; `limit` is kept by the connection.
        super().__init__(server, **options, **callbacks.session_options)
        self._callbacks = callbacks
        self._limit = limit

    async def call_tool(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        read_timeout_seconds: float | None = None,
        *args: Any,
        **options: Any,
    ) -> CallToolResult:
        """As the SDK's. `read_timeout_seconds` is machine time for the whole call.

        Raises:
            CallStopped: a person was needed, and the call could not go on.
        """
        call = partial(super().call_tool, name, arguments, None, *args, **options)
        return await self._ask(call, read_timeout_seconds)

    async def begin_tool(self, name: str, arguments: dict[str, Any] | None = None) -> CallToolResult | PausedCall:
        """Call a tool; where it needs a person, give back the call instead of asking, to go on with it later.

        Raises:
            Misuse: `cannot_pause`, a server of the older era asks on an open call; use `call_tool`.
        """
        if era_of(self.protocol_version) is Era.A:
            raise Misuse("cannot_pause", "This server asks on an open call, which cannot be paused. Use call_tool.")
        given = arguments or {}
        result = await self.session.call_tool(name, given, allow_input_required=True)
        return PausedCall(name, given, result) if isinstance(result, InputRequiredResult) else result

    async def resume(self, paused: PausedCall, read_timeout_seconds: float | None = None) -> CallToolResult:
        """Go on with a call, on any connection to the same server as the same user: the person is asked now.

        Raises:
            CallStopped: as `call_tool`.
        """

        async def retry(answers: InputResponses | None, state: str | None) -> CallToolResult | InputRequiredResult:
            return await self.session.call_tool(
                paused.tool,
                dict(paused.arguments),
                input_responses=answers,
                request_state=state,
                allow_input_required=True,
            )

        async def attempt() -> CallToolResult:
            return await self._drive_input_required(paused.asked, retry)

        return await self._ask(attempt, read_timeout_seconds)

    async def get_prompt(self, *args: Any, **options: Any) -> GetPromptResult:
        """As the SDK's; see `call_tool`."""
        return await self._ask(partial(super().get_prompt, *args, **options))

    async def read_resource(self, *args: Any, **options: Any) -> ReadResourceResult:
        """As the SDK's; see `call_tool`."""
        return await self._ask(partial(super().read_resource, *args, **options))

    async def complete(self, *args: Any, **options: Any) -> CompleteResult:
        """As the SDK's; see `call_tool`."""
        return await self._ask(partial(super().complete, *args, **options))

    async def list_tools(self, *args: Any, **options: Any) -> ListToolsResult:
        """As the SDK's; see `call_tool`."""
        return await self._ask(partial(super().list_tools, *args, **options))

    async def list_prompts(self, *args: Any, **options: Any) -> ListPromptsResult:
        """As the SDK's; see `call_tool`."""
        return await self._ask(partial(super().list_prompts, *args, **options))

    async def list_resources(self, *args: Any, **options: Any) -> ListResourcesResult:
        """As the SDK's; see `call_tool`."""
        return await self._ask(partial(super().list_resources, *args, **options))

    async def list_resource_templates(self, *args: Any, **options: Any) -> ListResourceTemplatesResult:
        """As the SDK's; see `call_tool`."""
        return await self._ask(partial(super().list_resource_templates, *args, **options))

    async def _ask(self, call: Callable[[], Awaitable[T]], seconds: float | None = None) -> T:
        return await self._callbacks.guard(call, self._limit if seconds is None else seconds)

    async def _drive_input_required(
        self,
        first: T | InputRequiredResult,
        retry: Callable[[InputResponses | None, str | None], Awaitable[T | InputRequiredResult]],
    ) -> T:
        return await self._callbacks.rounds(self.session, first, retry)
