"""How an ask reaches this client: by its era and by what it declared.

| era | the client can open links | it cannot, or that is not known |
|---|---|---|
| A | error -32042 that lists every link | a refusal in plain words |
| B | `InputRequiredResult` with every link | error -32021 that names the capability |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import UrlElicitationRequiredError
from mcp_types import CallToolResult, ElicitRequest, ElicitRequestURLParams, InputRequiredResult, TextContent

from elicitor.protocol.asks import LinkAsk
from elicitor.protocol.eras import Era, era_of, knows_links
from elicitor.protocol.modes import NO_MODES, Modes, read_modes

__all__ = ["NeedsPerson", "can_take_links", "era_b_result", "modes_of", "told_by_result"]

Context = ServerRequestContext[Any, Any]


class NeedsPerson(UrlElicitationRequiredError):
    """Leaves a function whose needs are not met. In era A it is the answer already; in era B it is turned into one."""

    def __init__(self, asks: Sequence[LinkAsk]) -> None:
        self.asks = tuple(asks)
        super().__init__(
            [
                ElicitRequestURLParams(message=ask.message, url=ask.url, elicitation_id=ask.elicitation_id)
                for ask in asks
            ]
        )


def can_take_links(ctx: Context) -> bool:
    """Whether this client may be sent a link (CAP-4, C11)."""
    return knows_links(ctx.protocol_version) and modes_of(ctx).url


def era_b_result(
    asks: Sequence[LinkAsk], forms: Mapping[str, Any], state: str, server_info: dict[str, Any] | None
) -> dict[str, Any]:
    """The result of era B that asks for everything at once; no id in it, and no code -32042 (URL-2, ERR-6)."""
    links: dict[str, Any] = {
        ask.connection: ElicitRequest(params=ElicitRequestURLParams(message=ask.message, url=ask.url)) for ask in asks
    }
    result = InputRequiredResult(input_requests=links, request_state=state)
    wire: dict[str, Any] = result.model_dump(by_alias=True, mode="json", exclude_none=True)
    wire["inputRequests"] |= forms
    if server_info is not None:
        wire.setdefault("_meta", {})["io.modelcontextprotocol/serverInfo"] = server_info
    return wire


def told_by_result(error: ToolError, ctx: Context) -> dict[str, Any]:
    """A tool's refusal as the low-level server has to return it; `MCPServer` does this by itself."""
    result = CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)
    wire: dict[str, Any] = result.model_dump(by_alias=True, mode="json", exclude_none=True)
    if era_of(ctx.protocol_version) is Era.A:
        wire.pop("resultType", None)
    return wire


def modes_of(ctx: Context) -> Modes:
    """What the client declared, for the connection or with this request; nothing where that cannot be known."""
    capabilities = ctx.session.client_capabilities
    if capabilities is None or capabilities.elicitation is None:
        return NO_MODES
    return read_modes(capabilities.elicitation.model_dump(mode="json", exclude_none=True))
