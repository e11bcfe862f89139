"""`Host`: a person, a policy, and the connections on which servers may ask.

    host = Host(person=Terminal())
    async with host.connect("https://mcp.example.com/mcp", name="Acme files") as client:
        result = await client.call_tool("list_repos", {})

`client` is the SDK's `Client`. What differs: a call that needs a person asks, waits and goes on by itself; its timeout
measures the machine and not the person; only what the person can do is declared. A call that could not go on raises
`CallStopped`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from mcp.client.session import MessageHandlerFnT
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR

from elicitor.client.asker import Asker
from elicitor.client.connection import Connection
from elicitor.client.desk import Desk
from elicitor.client.opening import Browser, Opener
from elicitor.client.person import Person
from elicitor.client.policy import Policy
from elicitor.client.questions import Questions
from elicitor.client.racing import unwrapped
from elicitor.client.record import Record
from elicitor.clock import Clock, system_clock
from elicitor.errors import Misuse
from elicitor.events import Listener
from elicitor.sdk.client_callbacks import Callbacks
from elicitor.sdk.client_door import Door
from elicitor.sdk.client_hosted import HostedClient
from elicitor.sdk.client_transport import Target, asker_of, transport_to

if TYPE_CHECKING:
    from elicitor.sdk.client_fastmcp import HostedFastMCP

__all__ = ["Host", "HostedClient"]


class Host:
    """An application in front of which a person sits.

    Args:
        person: who is asked: `Terminal()`, `LoopbackPage()`, `Scripted(...)`, or your own.
        policy: your rules, the pace and the patience.
        opener: starts the person's browser; the system's own where it is left out.
        listeners: told of every ask and answer.
        clock: the time written on events.
    """

    def __init__(
        self,
        *,
        person: Person,
        policy: Policy | None = None,
        opener: Opener | None = None,
        listeners: Sequence[Listener] = (),
        clock: Clock = system_clock,
    ) -> None:
        self.person = person
        self.policy = policy or Policy()
        self._opener = opener or Browser()
        self._record = Record(tuple(listeners), clock)
        self._desk = Desk(person, self.policy.pace)

    @asynccontextmanager
    async def connect(
        self,
        target: Target,
        *,
        name: str = "",
        headers: Mapping[str, str] | None = None,
        auth: Any = None,
        http_client: Any = None,
        read_timeout_seconds: float | None = None,
        message_handler: MessageHandlerFnT | None = None,
        **options: Any,
    ) -> AsyncIterator[HostedClient]:
        """Connect to a server.

        Args:
            target: its address, a command as a list of words, or a server object of this process.
            name: what its user calls it. They see this name, never the server's own word.
            headers: for servers with an address.
            auth: for servers with an address; the SDK's OAuth provider, for example.
            http_client: your own HTTP client instead of the two.
            read_timeout_seconds: machine time of each call; human time is not counted.
            message_handler: hears every notification.
            options: everything else that the SDK's `Client` takes.

        Raises:
            Misuse: the target or the options make no sense.
            TokenWanted: the server let nobody in (401).
        """
        if "elicitation_callback" in options:
            raise Misuse("callback_taken", "The host answers elicitation itself; give it a person instead.")
        callbacks = self._callbacks(asker_of(target, name), message_handler)
        door = Door(has_token=auth is not None or "authorization" in {name.lower() for name in headers or {}})
        server = transport_to(
            target, callbacks.connection.modes, headers=headers, auth=auth, http_client=http_client, door=door
        )
        client = HostedClient(server, callbacks, limit=read_timeout_seconds, **options)
        with unwrapped():  # the SDK's own task groups would hide a `CallStopped` from `except CallStopped`
            try:
                async with client:
                    yield client
            except* MCPError as group:
                raise (door.refusal() if _is_transports(group) else None) or group from group

    def fastmcp(self, target: Any, *, name: str = "", **options: Any) -> HostedFastMCP:
        """FastMCP's own `Client` with the same person, policy and pace.

        `async with host.fastmcp("https://mcp.example.com/mcp", name="Acme files") as client: ...`

        Args:
            target: whatever FastMCP's client takes: an address, a server, a transport.
            name: what its user calls the server.
            options: whatever else FastMCP's client takes, but for its elicitation and message handlers.

        Raises:
            Misuse: `fastmcp_missing`, install it; or as `HostedFastMCP`.
        """
        try:
            from elicitor.sdk.client_fastmcp import HostedFastMCP  # noqa: PLC0415  an optional library
        except ImportError as error:
            raise Misuse("fastmcp_missing", "host.fastmcp(...) needs FastMCP. Run: pip install fastmcp.") from error
        asker = asker_of(target, name) if isinstance(target, str) else Asker(name or "a server")
        return HostedFastMCP(target, self._callbacks(asker, None), **options)

    def callbacks(
        self,
        *,
        name: str,
        origin: str = "",
        is_remote: bool | None = None,
        message_handler: MessageHandlerFnT | None = None,
    ) -> Callbacks:
        """The bare callbacks for one connection, for who holds a `ClientSession`.

        Args:
            name: what the user calls the server.
            origin: scheme, host and port of its address; empty for a local program.
            is_remote: whether it runs on another machine; a server with an origin does unless you say otherwise.
            message_handler: hears every notification.
        """
        remote = bool(origin) if is_remote is None else is_remote
        return self._callbacks(Asker(name, origin, remote), message_handler)

    def _callbacks(self, asker: Asker, message_handler: MessageHandlerFnT | None) -> Callbacks:
        questions = Questions(asker, self._desk, self.policy, self._record, self.person.modes)
        return Callbacks(Connection(questions, self._opener), message_handler)


def _is_transports(group: BaseExceptionGroup[MCPError]) -> bool:
    """Whether the SDK's transport speaks, which has one code for every HTTP status."""
    return group.split(lambda error: isinstance(error, MCPError) and error.error.code == INTERNAL_ERROR)[1] is None
