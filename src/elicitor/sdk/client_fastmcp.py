"""FastMCP's `Client` with a person behind it: for who builds on FastMCP. Needs `fastmcp` to be installed.

FastMCP hands the rounds of the newer era to `_drive_input_required`, as the SDK's own client does (`client_hosted.py`);
that name is private to it, and a version without it is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar, cast

from fastmcp import Client
from mcp_types import ElicitResult, ErrorData, InputRequiredResult, InputResponses

from elicitor.errors import Misuse
from elicitor.sdk.client_callbacks import Callbacks

__all__ = ["HostedFastMCP"]

T = TypeVar("T")
_SEAM = "_drive_input_required"


class HostedFastMCP(Client[Any]):
    """FastMCP's `Client`; what it needs from a person it gets by itself. Made by `Host.fastmcp`.

    Args:
        transport: whatever FastMCP's client takes.
        callbacks: of this connection.
        options: as FastMCP's client takes them.

    Raises:
        Misuse: `fastmcp_unknown`; `one_mode_only`, FastMCP declares both modes or none.
    """

    def __init__(self, transport: Any, callbacks: Callbacks, **options: Any) -> None:
        if not hasattr(Client, _SEAM):
            raise Misuse("fastmcp_unknown", "This version of FastMCP is not known to elicitor.")
        modes = callbacks.connection.modes
        if modes.form != modes.url:
            raise Misuse(
                "one_mode_only", "FastMCP declares forms and links together, and this person has one. Use host.connect."
            )
        if modes:
            options |= {"elicitation_handler": self._answer}
        super().__init__(transport, message_handler=callbacks.hear, **options)
        self._callbacks = callbacks

    async def call_tool_mcp(self, *args: Any, **options: Any) -> Any:
        """As FastMCP's.

        Raises:
            CallStopped: a person was needed, and the call could not go on.
        """
        return await self._callbacks.guard(partial(super().call_tool_mcp, *args, **options), None)

    async def get_prompt_mcp(self, *args: Any, **options: Any) -> Any:
        """As FastMCP's; see `call_tool_mcp`."""
        return await self._callbacks.guard(partial(super().get_prompt_mcp, *args, **options), None)

    async def read_resource_mcp(self, *args: Any, **options: Any) -> Any:
        """As FastMCP's; see `call_tool_mcp`."""
        return await self._callbacks.guard(partial(super().read_resource_mcp, *args, **options), None)

    async def _answer(self, message: str, response_type: Any, params: Any, context: Any) -> Any:  # noqa: ARG002
        said: ElicitResult | ErrorData = await self._callbacks.answer(cast("Any", context), params)
        if isinstance(said, ErrorData):
            raise RuntimeError(said.message)  # noqa: TRY004  FastMCP makes an error of it, never an answer
        from fastmcp.client.elicitation import ElicitResult as Said  # noqa: PLC0415  it is needed only here

        return Said(action=said.action, content=said.content)

    async def _drive_input_required(
        self,
        first: T | InputRequiredResult,
        retry: Callable[[InputResponses | None, str | None], Awaitable[T | InputRequiredResult]],
    ) -> T:
        return await self._callbacks.rounds(self.session, first, retry)
