"""Between the SDK and the gate: from a request to ready accounts, or to the ask that leaves the function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import TokenVerifier
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from elicitor.errors import ElicitorError
from elicitor.protocol.eras import Era, era_of
from elicitor.sdk.calls import CurrentCall, current_call, set_call
from elicitor.sdk.connections import AskedConnections
from elicitor.sdk.delivery import NeedsPerson, can_take_links, era_b_result, refuse
from elicitor.sdk.jwt_verifier import JWTVerifier
from elicitor.sdk.principal import principal_of
from elicitor.sdk.rounds import read_round
from elicitor.server.account import Account
from elicitor.server.api_transport import ApiTransport
from elicitor.server.gate import Asking, Call, admit
from elicitor.server.house import House
from elicitor.server.needs import Need
from elicitor.server.tidying import Tidier

__all__ = ["Desk"]

_ASKING_METHODS = frozenset({"tools/call", "prompts/get", "resources/read"})


@dataclass(eq=False)
class Desk:
    """Serves the calls of one attached server.

    Attributes:
        house: the running parts.
        server_info: gives what era B results carry about the server.
    """

    house: House
    server_info: Callable[[], dict[str, Any] | None]
    transport: ApiTransport = field(default_factory=ApiTransport)
    asked: AskedConnections = field(default_factory=AskedConnections)
    verifier: TokenVerifier | None = None
    tidier: Tidier = field(init=False)

    def __post_init__(self) -> None:
        self.tidier = Tidier(self.house)

    async def close(self) -> None:
        """Close what was opened for the server: its accounts' connections, the house, and our own verifier."""
        await self.transport.aclose()
        await self.house.close()
        if isinstance(self.verifier, JWTVerifier):
            await self.verifier.aclose()

    async def middleware(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Open a round for requests that may ask, and turn an ask into the words of the era."""
        if ctx.request_id is None or ctx.method not in _ASKING_METHODS:
            return await call_next(ctx)
        try:
            opened, inner = read_round(ctx)
        except ElicitorError as error:
            refuse(ctx, error)
        token = set_call(CurrentCall(inner, opened))
        try:
            return await call_next(inner)
        except NeedsPerson as needs:
            if era_of(ctx.protocol_version) is Era.A:
                self.asked.remember(self.house, ctx, needs.asks)
                raise
            tickets = {ask.connection: ask.ticket_id for ask in needs.asks}
            return era_b_result(needs.asks, opened.seal_with(tickets), self.server_info())
        finally:
            token.var.reset(token)

    async def accounts(self, needs: Sequence[Need]) -> list[Account]:
        """The accounts for a function's needs, in their order.

        Raises:
            NeedsPerson: something is missing; let it pass.
            ToolError, MCPError: it cannot be had, and why.
        """
        call = current_call()
        try:
            await self.house.start()
            await self.tidier.tidy_if_due()
            grants = await self._admitted(call, needs)
        except ElicitorError as error:
            self._forget(call, needs)
            refuse(call.ctx, error)
        return [Account(self.house, grants[need.connection], self.transport) for need in needs]

    async def _admitted(self, call: CurrentCall, needs: Sequence[Need]) -> Any:
        principal = principal_of(get_access_token())
        era_b = era_of(call.ctx.protocol_version) is Era.B
        outcome = await admit(
            self.house,
            principal,
            needs,
            Call(
                client_name=_client_name(call.ctx),
                resumed=call.round.tickets if era_b else self.asked.tickets_of(call.ctx),
                answers=call.round.answers,
                patience=self.house.settings.patience.total_seconds() if era_b else 0.0,
                may_ask=can_take_links(call.ctx),
            ),
        )
        if isinstance(outcome, Asking):
            raise NeedsPerson(outcome.asks)
        self._forget(call, needs)
        return outcome.grants

    def _forget(self, call: CurrentCall, needs: Sequence[Need]) -> None:
        if era_of(call.ctx.protocol_version) is Era.A:
            self.asked.forget(call.ctx, [need.connection for need in needs])


def _client_name(ctx: ServerRequestContext[Any, Any]) -> str:
    params = ctx.session.client_params
    name = "" if params is None else params.client_info.name
    readable = "".join(letter for letter in name if letter.isprintable())[:80].strip()
    return readable or "An application"
