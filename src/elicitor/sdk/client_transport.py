"""From what a user names to a connection: an address, a command, a server object. And honest capabilities.

The SDK declares both modes as soon as it has a callback (its `Client` has no setting for it), so where a person has
only one, the messages are corrected on their way out: in `initialize`, and in the `_meta` of every request (CAP-1).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import PurePath
from types import TracebackType
from typing import Any, Self

from mcp.client import Transport
from mcp.client._memory import InMemoryTransport
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import Server
from mcp.server.mcpserver import MCPServer
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.message import SessionMessage
from mcp_types import CLIENT_CAPABILITIES_META_KEY, JSONRPCRequest

from elicitor.client.asker import Asker
from elicitor.development import is_loopback_host
from elicitor.errors import Misuse, PeerBroke
from elicitor.protocol.links import InspectedLink, inspect_link
from elicitor.protocol.modes import Modes
from elicitor.protocol.plain import visible_line
from elicitor.sdk.client_door import Door

__all__ = ["Target", "asker_of", "honest", "transport_to"]

Target = str | Sequence[str] | StdioServerParameters | Transport | Server[Any] | MCPServer[Any]
"""An address, a command as its words, the SDK's parameters for one, a transport, or a server in this process."""


def asker_of(target: Target, name: str) -> Asker:
    """The server as its user will see it named.

    Args:
        target: where it is.
        name: what the user calls it; where it is empty, its host or its program.

    Raises:
        Misuse: `server_address_invalid`, or a name that cannot be shown.
    """
    if isinstance(target, str):
        link = _address(target)
        scheme, _, place = link.url.partition("://")
        origin = f"{scheme}://{place.partition('/')[0]}"
        return Asker(name or link.host, origin, is_remote=not is_loopback_host(link.host))
    return Asker(name or visible_line(_program(target)))


def transport_to(
    target: Target,
    modes: Modes,
    *,
    headers: Mapping[str, str] | None = None,
    auth: Any = None,
    http_client: Any = None,
    door: Door | None = None,
) -> Transport | Server[Any] | MCPServer[Any]:
    """What the SDK's `Client` is to be given.

    Args:
        target: where the server is.
        modes: what may be declared to it.
        headers: sent with every HTTP request.
        auth: authentication of HTTP requests, the SDK's OAuth provider for example.
        http_client: the application's own HTTP client; then give it headers and authentication yourself.
        door: sees the replies, where the HTTP client is ours.

    Raises:
        Misuse: `http_options_unused`, there is nothing that headers or authentication could go with.
    """
    if isinstance(target, str):
        if http_client is not None and (headers or auth):
            raise Misuse("http_options_unused", "Give headers and authentication to your own http_client.")
        return honest(_over_http(target, headers, auth, http_client, door), modes)
    if headers or auth or http_client:
        raise Misuse("http_options_unused", "Headers and authentication are for servers with an address.")
    if isinstance(target, Server | MCPServer):
        # Both modes, or none, is what the SDK says by itself, and it has a shorter way to a server in this process.
        return target if modes.form == modes.url else honest(InMemoryTransport(target), modes)
    if isinstance(target, StdioServerParameters):
        return honest(stdio_client(target), modes)
    if isinstance(target, Sequence):
        return honest(stdio_client(StdioServerParameters(command=target[0], args=list(target[1:]))), modes)
    return honest(target, modes)


def honest(transport: Transport, modes: Modes) -> Transport:
    """A transport that declares these modes and no other. One that needs no correction is given back as it is."""
    return transport if modes.form == modes.url else _Honest(transport, modes)


class _Honest:
    """A transport whose outgoing requests are corrected."""

    def __init__(self, transport: Transport, modes: Modes) -> None:
        self._transport = transport
        self._capability: dict[str, dict[str, Any]] = {"form": {}} if modes.form else {"url": {}}

    async def __aenter__(self) -> tuple[Any, Any]:
        read, write = await self._transport.__aenter__()
        return read, _CorrectedStream(write, self._capability)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._transport.__aexit__(kind, error, trace)


class _CorrectedStream:
    """The outgoing side. The rest of a message goes through as it is."""

    def __init__(self, stream: Any, capability: Mapping[str, object]) -> None:
        self._stream = stream
        self._capability = capability

    async def send(self, item: SessionMessage) -> None:
        if isinstance(item.message, JSONRPCRequest) and item.message.params:
            self._correct(item.message.method, item.message.params)
        await self._stream.send(item)

    def _correct(self, method: str, params: dict[str, Any]) -> None:
        holders = [params["_meta"].get(CLIENT_CAPABILITIES_META_KEY)] if "_meta" in params else []
        if method == "initialize":
            holders.append(params.get("capabilities"))
        for capabilities in holders:
            if isinstance(capabilities, dict) and "elicitation" in capabilities:
                capabilities["elicitation"] = dict(self._capability)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


@asynccontextmanager
async def _over_http(
    url: str, headers: Mapping[str, str] | None, auth: Any, http_client: Any, door: Door | None
) -> AsyncIterator[Any]:
    async with AsyncExitStack() as stack:
        if http_client is None:
            own = create_mcp_http_client(headers=dict(headers or {}), auth=auth)
            if door is not None:
                own.event_hooks = {**own.event_hooks, "response": [*own.event_hooks["response"], door.see]}
            http_client = await stack.enter_async_context(own)
        yield await stack.enter_async_context(streamable_http_client(url, http_client=http_client))


def _address(target: str) -> InspectedLink:
    """The address that the user wrote, as browsers read addresses. Its own findings are theirs to weigh."""
    try:
        link = inspect_link(target, server_origin=None, server_is_remote=False)
    except PeerBroke as error:
        raise _no_address(target) from error
    if not link.host or not link.url.startswith(("https://", "http://")):
        raise _no_address(target)
    return link


def _no_address(target: str) -> Misuse:
    return Misuse(
        "server_address_invalid",
        f"{visible_line(target[:80])} is no address of a server. Write https://host/path, or a command as a list.",
    )


def _program(target: Target) -> str:
    if isinstance(target, StdioServerParameters):
        return PurePath(target.command).name
    if isinstance(target, Server | MCPServer):
        return target.name or "a server in this program"
    if isinstance(target, Sequence):
        return PurePath(target[0]).name
    return "a server"
