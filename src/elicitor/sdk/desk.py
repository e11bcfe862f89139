"""Between the SDK and the gate: from a request to ready accounts, or to the ask that leaves the function."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import TokenVerifier
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver.exceptions import ToolError

from elicitor.errors import ElicitorError, Refused
from elicitor.protocol.eras import Era, era_of
from elicitor.sdk.calls import CurrentCall, current_call, set_call
from elicitor.sdk.connections import AskedConnections
from elicitor.sdk.delivery import NeedsPerson, can_take_links, era_b_result, refuse, told_by_result
from elicitor.sdk.holding import hold
from elicitor.sdk.jwt_verifier import JWTVerifier
from elicitor.sdk.mounting import check_mount
from elicitor.sdk.principal import principal_of
from elicitor.sdk.rounds import read_round
from elicitor.server.account import Account
from elicitor.server.api_transport import ApiTransport
from elicitor.server.freshness import ReconnectNeeded
from elicitor.server.gate import Asking, Call, Ready, admit
from elicitor.server.house import House
from elicitor.server.needs import Connect, Need
from elicitor.server.tidying import Tidier
from elicitor.vault.records import Grant

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
            await self._refuse(ctx, error)
        token = set_call(CurrentCall(inner, opened))
        try:
            return await call_next(inner)
        except NeedsPerson as needs:
            if era_of(ctx.protocol_version) is Era.A:
                self.asked.remember(ctx, needs.asks)
                self.asked.watch(self.house, ctx, needs.asks)
                raise
            tickets = {ask.connection: ask.ticket_id for ask in needs.asks}
            return era_b_result(needs.asks, opened.seal_with(tickets), self.server_info())
        except ToolError as error:
            return told_by_result(error, ctx)
        finally:
            token.var.reset(token)

    async def accounts(self, marks: Sequence[Connect]) -> list[Account]:
        """The accounts for a function's needs, in their order.

        Raises:
            NeedsPerson: something is missing; let it pass.
            ToolError, MCPError: it cannot be had, and why.
        """
        call = current_call()
        needs = [mark.need for mark in marks]
        try:
            check_mount(self.house, call.ctx)
            await self.house.start()
            await self.tidier.tidy_if_due()
            grants = await self._admitted(call, needs, _longest_wait(marks))
        except ElicitorError as error:
            self._forget(call, needs)
            await self._refuse(call.ctx, error)
        return [Account(self.house, grants[need.connection], self.transport) for need in needs]

    @asynccontextmanager
    async def lend(self, marks: Sequence[Connect]) -> AsyncIterator[list[Account]]:
        """The accounts for as long as a function runs.

        A third party that ends the access during the call makes the person be asked again, by the same call.
        """
        for mark in marks:
            self.house.provider(mark.need.connection)
        accounts = await self.accounts(marks)
        try:
            yield accounts
        except ReconnectNeeded:
            await self.accounts(marks)
            raise
        finally:
            for account in accounts:
                await account.aclose()

    async def _admitted(self, call: CurrentCall, needs: Sequence[Need], wait: float) -> Mapping[str, Grant]:
        outcome = await self._look(call, needs)
        if isinstance(outcome, Asking) and wait > 0 and era_of(call.ctx.protocol_version) is Era.A:
            self.asked.remember(call.ctx, outcome.asks)
            if await hold(self.house, call.ctx, outcome.asks, wait):
                outcome = await self._look(call, needs)
        if isinstance(outcome, Asking):
            raise NeedsPerson(outcome.asks)
        self._forget(call, needs)
        return outcome.grants

    async def _look(self, call: CurrentCall, needs: Sequence[Need]) -> Ready | Asking:
        principal = principal_of(get_access_token())
        era_b = era_of(call.ctx.protocol_version) is Era.B
        return await admit(
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

    async def _refuse(self, ctx: ServerRequestContext[Any, Any], error: ElicitorError) -> NoReturn:
        """Say no to the client, and why to the record."""
        severity = "refused" if isinstance(error, Refused) else "fault"
        await self.house.reporter.emit(error.code, severity=severity, method=ctx.method)
        refuse(ctx, error)

    def _forget(self, call: CurrentCall, needs: Sequence[Need]) -> None:
        if era_of(call.ctx.protocol_version) is Era.A:
            self.asked.forget(call.ctx, [need.connection for need in needs])


def _longest_wait(marks: Sequence[Connect]) -> float:
    return max((mark.wait.total_seconds() for mark in marks if mark.wait is not None), default=0.0)


def _client_name(ctx: ServerRequestContext[Any, Any]) -> str:
    params = ctx.session.client_params
    name = "" if params is None else params.client_info.name
    readable = "".join(letter for letter in name if letter.isprintable())[:80].strip()
    return readable or "An application"
