"""Between the SDK and the gate: from a request to ready accounts, or to the ask that leaves the function."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NoReturn, TypeVar

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import TokenVerifier
from mcp.server.context import CallNext, HandlerResult
from mcp.server.mcpserver.exceptions import ToolError

from elicitor.errors import ElicitorError, Misuse, Refused
from elicitor.principal import Owner
from elicitor.protocol.asks import LinkAsk
from elicitor.protocol.eras import Era, era_of
from elicitor.protocol.forms import Filled
from elicitor.protocol.forms.outcome import Answer
from elicitor.sdk.asking import form_requests, put_questions
from elicitor.sdk.calls import CurrentCall, current_call, set_call
from elicitor.sdk.connections import AskedConnections
from elicitor.sdk.delivery import Context, NeedsPerson, can_take_links, era_b_result, told_by_result
from elicitor.sdk.holding import hold
from elicitor.sdk.jwt_verifier import JWTVerifier
from elicitor.sdk.mounting import check_mount
from elicitor.sdk.principal import person_of, principal_of
from elicitor.sdk.rounds import Round, read_round
from elicitor.sdk.telling import tellable
from elicitor.server.account import Account
from elicitor.server.api_transport import ApiTransport
from elicitor.server.ask import Asked
from elicitor.server.doing import Effect, do_once
from elicitor.server.freshness import ReconnectNeeded
from elicitor.server.gate import Asking, Call, Ready, admit
from elicitor.server.house import House
from elicitor.server.interview import Interview, Record, key_of
from elicitor.server.leaving import LeaveToAsk, leave_in
from elicitor.server.lodge import Lodge
from elicitor.server.needs import Connect, Need
from elicitor.server.not_answered import NotAnswered
from elicitor.server.page_questions import answer_on_page, ask_on_page
from elicitor.server.question import OnPage, Question
from elicitor.server.remembering import keep_answer, recall_answer
from elicitor.server.tidying import Tidier
from elicitor.vault.records import Grant

__all__ = ["Desk"]

T = TypeVar("T")

_ASKING_METHODS = frozenset({"tools/call", "prompts/get", "resources/read"})


@dataclass(eq=False)
class Desk:
    """Serves the calls of one attached server.

    Attributes:
        lodge: the running parts; a `House` where there are accounts and pages.
        server_info: gives what era B results carry about the server.
    """

    lodge: Lodge
    server_info: Callable[[], dict[str, Any] | None]
    transport: ApiTransport = field(default_factory=ApiTransport)
    asked: AskedConnections = field(default_factory=AskedConnections)
    verifier: TokenVerifier | None = None
    tidier: Tidier = field(init=False)

    def __post_init__(self) -> None:
        self.tidier = Tidier(self.lodge)

    @property
    def house(self) -> House:
        """The house, for whatever needs accounts or pages.

        Raises:
            Misuse: `no_house`.
        """
        if isinstance(self.lodge, House):
            return self.lodge
        raise Misuse(
            "no_house",
            "This Elicitor asks forms only. For accounts and pages give it public_url=, identity= and keys=.",
        )

    async def close(self) -> None:
        """Close what was opened for the server: its accounts' connections, the house, and our own verifier."""
        await self.transport.aclose()
        await self.lodge.close()
        if isinstance(self.verifier, JWTVerifier):
            await self.verifier.aclose()

    async def middleware(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Open a round for requests that may ask, and turn an ask into the words of the era."""
        if ctx.request_id is None or ctx.method not in _ASKING_METHODS:
            return await call_next(ctx)
        try:
            return await self._serve(ctx, call_next)
        except ToolError as error:
            return told_by_result(error, ctx)

    async def _serve(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        call = await self._open(ctx)
        token = set_call(call)
        try:
            return await call_next(call.ctx)
        except NeedsPerson as needs:
            return self._leave(call, LeaveToAsk(links=needs.asks))
        except LeaveToAsk as leave:
            return self._leave(call, leave)
        except BaseExceptionGroup as group:
            return self._leave(call, await self._leave_in(ctx, group))
        finally:
            call.is_over = True
            token.var.reset(token)

    async def _open(self, ctx: Context) -> CurrentCall:
        try:
            opened, inner = read_round(ctx)
            record = opened.record or self.asked.record_of(ctx) or Record()
            await self._spend(opened)
        except ElicitorError as error:
            await self.refuse(ctx, error)
        return CurrentCall(inner, opened, Interview(record, opened.unverified_responses), self)

    async def _spend(self, opened: Round) -> None:
        """A state with answers serves one retry: what the call does after them is not done again by a copy (C6)."""
        if opened.record is None:
            return
        await self.lodge.start()
        until = self.lodge.clock() + int(self.lodge.settings.effect_life.total_seconds())
        if not await self.lodge.vault.spent.spend(opened.record.retry_digest, until):
            raise Refused("state_used", "These answers were used already. Call again from the start.")

    async def _leave_in(self, ctx: Context, group: BaseExceptionGroup[BaseException]) -> LeaveToAsk:
        try:
            leave = leave_in(group)
        except ElicitorError as error:
            await self.refuse(ctx, error)
        if leave is None:
            raise group
        return leave

    def _leave(self, call: CurrentCall, leave: LeaveToAsk) -> dict[str, Any]:
        """Ask in the words of the era: by the result, or by the refusal of era A."""
        ctx, record = call.ctx, call.interview.record
        record.pages |= {place: ask.ticket_id for place, ask in leave.pages.items()}
        asks = (*leave.links, *leave.pages.values())
        if era_of(ctx.protocol_version) is Era.A:
            self.asked.remember(ctx, leave.links)
            self.asked.keep_record(ctx, record)
            self.asked.watch(self.house, ctx, asks)
            raise NeedsPerson(asks)
        record.rounds += 1
        tickets = {ask.connection: ask.ticket_id for ask in leave.links}
        return era_b_result(
            asks, form_requests(ctx, leave.forms), call.round.seal_with(tickets, record), self.server_info()
        )

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
            await self.refuse(call.ctx, error)
        return [Account(self.house, grants[need.connection], self.transport) for need in needs]

    @asynccontextmanager
    async def lend(self, marks: Sequence[Connect]) -> AsyncIterator[list[Account]]:
        """The accounts for as long as a function runs.

        A third party that ends the access during the call makes the person be asked again, by the same call.
        """
        async with await self._enter(marks) as accounts:
            yield accounts

    async def _enter(self, marks: Sequence[Connect]) -> AbstractAsyncContextManager[list[Account]]:
        if not marks:
            return nullcontext([])
        for mark in marks:
            self.house.provider(mark.need.connection)
        return self._lent(marks, await self.accounts(marks))

    @asynccontextmanager
    async def _lent(self, marks: Sequence[Connect], accounts: list[Account]) -> AsyncIterator[list[Account]]:
        try:
            yield accounts
        except ReconnectNeeded:
            await self.accounts(marks)
            raise
        finally:
            for account in accounts:
                await account.aclose()

    @asynccontextmanager
    async def provide(
        self, marks: Sequence[Connect], questions: Sequence[Question[Any]]
    ) -> AsyncIterator[tuple[list[Account], list[Answer[Any]]]]:
        """Accounts and answers for as long as a function runs; what is missing is asked for together in era B.

        In era A the accounts come first: the call is refused for them, and comes again.
        """
        call = current_call()
        try:
            lending = await self._enter(marks)
        except NeedsPerson as needs:
            if questions and era_of(call.ctx.protocol_version) is Era.B:
                await self._ask_beside(questions, needs)
            raise
        async with lending as accounts:
            yield accounts, await self.answers(questions) if questions else []

    async def _ask_beside(self, questions: Sequence[Question[Any]], needs: NeedsPerson) -> None:
        try:
            await self.answers(questions)
        except LeaveToAsk as leave:
            raise LeaveToAsk(leave.forms, needs.asks, leave.pages) from None

    def check(self, question: Question[Any]) -> None:
        """Whether this server can do what a question wants, when its function is registered.

        Raises:
            Misuse: `no_house` for `OnPage()`, `nothing_kept` for `remember=`.
        """
        if isinstance(question.otherwise, OnPage):
            _ = self.house
        if question.remember is not None and not self.lodge.keeps:
            raise _nothing_kept()

    def argument(self, asked: Asked, answer: Answer[Any]) -> Any:
        """What a marked parameter holds.

        Raises:
            NotAnswered: one that the SDK passes on.
        """
        try:
            return asked.argument(answer)
        except NotAnswered as error:
            raise tellable(current_call().ctx, error) from None

    async def answers(self, questions: Sequence[Question[Any]]) -> list[Answer[Any]]:
        """The answers to questions that are put together, in their order.

        Raises:
            LeaveToAsk: they are asked by leaving; let it pass.
            ElicitorError: they cannot be had, and why; one that the SDK passes on.
        """
        call = current_call()
        try:
            return await put_questions(self, call, questions)
        except ElicitorError as error:
            await self.refuse(call.ctx, error)

    @asynccontextmanager
    async def lend_in_body(self, mark: Connect) -> AsyncIterator[Account]:
        """An account that a body asks for while it runs; what is missing leaves it by no `Exception`."""
        try:
            lending = await self._enter([mark])
        except NeedsPerson as needs:
            raise LeaveToAsk(links=needs.asks) from None
        async with lending as (account,):
            yield account

    async def once(self, name: str, do: Callable[[], Awaitable[T]], *, again_if_unsure: bool, lease: timedelta) -> T:
        """See `ask.once`."""
        call = current_call()
        record = call.interview.record
        record.did_something = True
        try:
            await self.lodge.start()
            effect = Effect(record.digest, name, lease, again_if_unsure)
            result: T = await do_once(self.lodge, effect, do)
        except ElicitorError as error:
            await self.refuse(call.ctx, error)
        return result

    async def ask_on_page(self, call: CurrentCall, place: int, question: Question[Any]) -> LinkAsk:
        """The link to a page that puts the question (URL mode).

        Raises:
            Refused: `client_cannot_ask`, the client opens no links either; `too_many_open`.
        """
        if not can_take_links(call.ctx):
            raise Refused(
                "client_cannot_ask",
                "The person has to be asked something, and this client neither shows forms nor opens links "
                "(elicitation). Use one that does.",
                lacks_mode="form",
            )
        house, form = self.house, question.form.form
        check_mount(house, call.ctx)
        await house.start()
        await self.tidier.tidy_if_due()
        principal = principal_of(get_access_token())
        return await ask_on_page(
            house,
            principal,
            key=key_of(place, question),
            form=form,
            message=question.message,
            client_name=client_name(call.ctx),
        )

    async def page_answer(self, call: CurrentCall, place: int, question: Question[Any]) -> Answer[Any] | None:
        """What was answered on the page; None while it is open, after having waited for it.

        Raises:
            Refused: the errand ended without an answer.
        """
        house = self.house
        await house.start()
        return await answer_on_page(
            house,
            principal_of(get_access_token()),
            call.interview.record.pages[place],
            question.form,
            said=call.interview.said_to_link(place, question),
            patience=house.settings.patience.total_seconds() if era_of(call.ctx.protocol_version) is Era.B else 0.0,
        )

    async def recall(self, call: CurrentCall, place: int, question: Question[Any]) -> Answer[Any] | None:
        """The answer that the person let us keep."""
        await self.lodge.start()
        kept = await recall_answer(self.lodge, self._owner(call), question)
        if kept is None:
            return None
        answer, content = kept
        call.interview.keep(place, question, answer, content)
        return answer

    async def remember(
        self, call: CurrentCall, place: int, question: Question[Any], answer: Answer[Any] | None
    ) -> None:
        """Keep an accepted answer, where the author wants it kept."""
        if question.remember is None or not isinstance(answer, Filled):
            return
        await self.lodge.start()
        content = call.interview.record.answers[place][2]
        await keep_answer(self.lodge, self._owner(call), question.remember, content)

    def _owner(self, call: CurrentCall) -> Owner:
        if not self.lodge.keeps:
            raise _nothing_kept()
        return person_of(call.ctx).owner

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
                client_name=client_name(call.ctx),
                resumed=call.round.tickets if era_b else self.asked.tickets_of(call.ctx),
                answers=call.round.answers,
                patience=self.house.settings.patience.total_seconds() if era_b else 0.0,
                may_ask=can_take_links(call.ctx),
            ),
        )

    async def refuse(self, ctx: Context, error: ElicitorError) -> NoReturn:
        """Say no to the client, and why to the record."""
        severity = "refused" if isinstance(error, Refused) else "fault"
        await self.lodge.reporter.emit(error.code, severity=severity, method=ctx.method)
        raise tellable(ctx, error) from error

    def _forget(self, call: CurrentCall, needs: Sequence[Need]) -> None:
        if era_of(call.ctx.protocol_version) is Era.A:
            self.asked.forget(call.ctx, [need.connection for need in needs])


def _nothing_kept() -> Misuse:
    return Misuse("nothing_kept", "remember= needs a place to keep answers: give Elicitor keys=.")


def _longest_wait(marks: Sequence[Connect]) -> float:
    return max((mark.wait.total_seconds() for mark in marks if mark.wait is not None), default=0.0)


def client_name(ctx: Context) -> str:
    params = ctx.session.client_params
    name = "" if params is None else params.client_info.name
    readable = "".join(letter for letter in name if letter.isprintable())[:80].strip()
    return readable or "An application"
