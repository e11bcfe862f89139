"""The call that is running: set by the middleware, read by the wrapper around an author's function."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp.server.context import ServerRequestContext

from elicitor.errors import Misuse
from elicitor.sdk.rounds import Round
from elicitor.server.interview import Interview

if TYPE_CHECKING:
    from elicitor.sdk.desk import Desk

__all__ = ["CurrentCall", "current_call", "set_call"]


@dataclass(slots=True)
class CurrentCall:
    """One request and the rounds before it.

    Attributes:
        interview: the questions of this run of the function.
        desk: serves the call.
        is_over: set when it was answered; whatever goes on in the background has nobody to ask.
    """

    ctx: ServerRequestContext[Any, Any]
    round: Round
    interview: Interview
    desk: Desk
    is_over: bool = False


_current: ContextVar[CurrentCall | None] = ContextVar("elicitor_call", default=None)
set_call = _current.set


def current_call() -> CurrentCall:
    """The call that is running.

    Raises:
        Misuse: `outside_a_call`, nothing is being called through a server that elicitor is attached to;
            `call_is_over`, this goes on in the background of a call that was answered.
    """
    call = _current.get()
    if call is not None and call.is_over:
        raise Misuse(
            "call_is_over",
            "The call was answered already, so nobody can be asked for it. Ask before the function ends.",
        )
    if call is None:
        raise Misuse("outside_a_call", "People can be asked only inside a call of a server elicitor is attached to.")
    return call
