"""Putting questions to the person behind a call, by its era and by what its client declared.

| era | the client shows forms | it does not, or that is not known |
|---|---|---|
| A | `elicitation/create` on the open call, which waits | what the author chose, or a refusal in plain words |
| B | the body is left, and runs again with the answer | what the author chose, or error -32021 |

A client of era A that shows forms but can be sent nothing (stateless HTTP, JSON responses) is refused at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import REQUEST_TIMEOUT, ElicitRequest, ElicitRequestFormParams, ElicitResult

from elicitor.errors import Misuse, Refused
from elicitor.protocol.eras import Era, era_of, knows_links
from elicitor.protocol.forms import Filled, Kind
from elicitor.protocol.forms.outcome import Answer
from elicitor.sdk.calls import CurrentCall
from elicitor.sdk.delivery import modes_of
from elicitor.server.house import House
from elicitor.server.interview import key_of
from elicitor.server.leaving import LeaveToAsk
from elicitor.server.not_answered import NotAnswered, form_rejected
from elicitor.server.question import Assume, OnPage, Question

if TYPE_CHECKING:
    from elicitor.sdk.desk import Desk

__all__ = ["form_requests", "put_questions"]

Context = ServerRequestContext[Any, Any]
_ASK_TOO_OFTEN = 8


async def put_questions(desk: Desk, call: CurrentCall, questions: Sequence[Question[Any]]) -> list[Answer[Any]]:
    """Ask, together as far as the era allows it.

    Returns:
        The answers, in the order of the questions.

    Raises:
        LeaveToAsk: they are asked by leaving the body.
        NotAnswered: `no_answer_in_time`.
        Refused: `client_cannot_ask`, `no_way_to_ask`.
        PeerBroke: `form_rejected`, `answer_invalid`, `unknown_action`.
        BodyChanged: see there.
    """
    places = [call.interview.take_place() for _ in questions]
    known = [await _known(desk, call, place, question) for place, question in zip(places, questions, strict=True)]
    missing = {places[index]: questions[index] for index, answer in enumerate(known) if answer is None}
    if not missing:
        return [answer for answer in known if answer is not None]
    if not modes_of(call.ctx).form:
        fresh = await _ask_otherwise(desk, call, missing)
    elif era_of(call.ctx.protocol_version) is Era.B:
        raise _leave(desk, call, missing)
    else:
        fresh = {place: await _ask_now(desk, call, place, question) for place, question in missing.items()}
    return [fresh[place] if answer is None else answer for place, answer in zip(places, known, strict=True)]


def form_requests(ctx: Context, forms: Mapping[int, tuple[Question[Any], str]]) -> dict[str, Any]:
    """The questions as the requests of a result that asks for input (era B)."""
    return {
        key_of(place, question): {
            "method": "elicitation/create",
            "params": question.form.params_for(ctx.protocol_version) | {"message": message},
        }
        for place, (question, message) in forms.items()
    }


async def _known(desk: Desk, call: CurrentCall, place: int, question: Question[Any]) -> Answer[Any] | None:
    """The answer that is there already: from an earlier round, with this one, remembered, or from a page."""
    answer = call.interview.recall(place, question)
    if answer is None and question.remember is not None:
        answer = await desk.recall(call, place, question)
    if answer is None:
        answer = call.interview.hear(place, question)
        await desk.remember(call, place, question, answer)
    if answer is None and place in call.interview.record.pages:
        answer = await desk.page_answer(call, place, question)
    return answer


def _leave(desk: Desk, call: CurrentCall, missing: Mapping[int, Question[Any]]) -> LeaveToAsk:
    record = call.interview.record
    if record.rounds >= desk.lodge.settings.most_rounds:
        raise Refused("too_many_rounds", "This call has asked too many questions one after another and was ended.")
    if record.rounds == _ASK_TOO_OFTEN:
        desk.lodge.reporter.tell("many_rounds", severity="fault", rounds=record.rounds)
    _refuse_repeated_keys(desk, missing)
    forms = {place: (question, call.interview.message_for(place, question)) for place, question in missing.items()}
    for place, question in missing.items():
        call.interview.put_out(place, question)
    return LeaveToAsk(forms)


def _refuse_repeated_keys(desk: Desk, missing: Mapping[int, Question[Any]]) -> None:
    taken = set(desk.lodge.connections) if isinstance(desk.lodge, House) else set()
    for question in missing.values():
        if question.key in taken:
            raise Misuse("key_repeated", f"The key {question.key!r} is taken by another question or a connection.")
        taken |= {question.key} if question.key else set()


async def _ask_now(desk: Desk, call: CurrentCall, place: int, question: Question[Any]) -> Answer[Any]:
    """Era A: the question goes out on the stream of the call and waits, again where the answer does not fit."""
    if not call.ctx.session.can_send_request:
        raise Refused(
            "no_way_to_ask",
            "This connection lets the server send no questions (stateless HTTP, or JSON responses), so the person "
            "cannot be asked. Serve with sessions and event streams, or let the client speak revision 2026-07-28.",
        )
    while True:
        result = await _send(desk, call, question, call.interview.message_for(place, question))
        answer = call.interview.settle(place, question, result.action, result.content)
        if answer is not None:
            await desk.remember(call, place, question, answer)
            return answer


async def _send(desk: Desk, call: CurrentCall, question: Question[Any], message: str) -> ElicitResult:
    ctx, timeout = call.ctx, question.timeout or desk.lodge.settings.answer_time
    schema = question.form.schema_for(ctx.protocol_version)
    kind = ElicitRequest if knows_links(ctx.protocol_version) else _RequestWithoutMode
    request = kind(params=ElicitRequestFormParams(message=message, requested_schema=schema))
    try:
        return await ctx.session.send_request(
            request,
            ElicitResult,
            request_read_timeout_seconds=timeout.total_seconds(),
            metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
        )
    except MCPError as error:
        if error.error.code == REQUEST_TIMEOUT:
            raise NotAnswered("no_answer_in_time", "The person did not answer in time. Nothing was done.") from error
        raise _rejected(question) from error
    except ValueError as error:  # the SDK could not read the result: pydantic's errors are ValueErrors
        raise _rejected(question) from error


def _rejected(question: Question[Any]) -> Exception:
    lists = tuple(field.name for field in question.form.fields if field.kind is Kind.CHOICE and field.multiple)
    return form_rejected(question.message, lists)


class _RequestWithoutMode(ElicitRequest):
    """Revision 2025-06-18 knows no modes (FORM-1)."""

    def model_dump(self, **options: Any) -> dict[str, Any]:
        data = super().model_dump(**options)
        data["params"].pop("mode", None)
        return data


async def _ask_otherwise(desk: Desk, call: CurrentCall, missing: Mapping[int, Question[Any]]) -> dict[int, Answer[Any]]:
    """What the authors chose for a client that shows no forms."""
    answers: dict[int, Answer[Any]] = {}
    pages = {}
    for place, question in missing.items():
        match question.otherwise:
            case Assume(value):
                answers[place] = Filled(value)
            case OnPage():
                pages[place] = await desk.ask_on_page(call, place, question)
            case None:
                raise Refused(
                    "client_cannot_ask",
                    "The person has to be asked something, and this client shows no forms (elicitation in form mode). "
                    "Use one that does.",
                    lacks_mode="form",
                )
            case _:
                raise Misuse("question_malformed", "otherwise= takes Assume(value), OnPage() or None.")
    if pages:
        for place in pages:
            call.interview.put_out(place, missing[place])
        raise LeaveToAsk(pages=pages)
    return answers
