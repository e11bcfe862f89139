"""How a question ends that got no answer, for the body that asked."""

from __future__ import annotations

from elicitor.errors import Misuse, PeerBroke, Refused
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.forms import AnswerInvalid

__all__ = ["BodyChanged", "NotAnswered", "answer_never_fit", "form_rejected", "not_answered"]

_LONGEST_QUOTE = 200


class NotAnswered(Refused):
    """The person did not answer: `code` is `declined`, `cancelled` or `no_answer_in_time`.

    Left alone it ends the call with a sentence that the model reads. Catch it to go on without an answer; do not ask
    the same again by yourself.
    """


class BodyChanged(Misuse):
    """A body asked something else when it ran again (`body_changed`).

    Ask only what follows from the arguments and from earlier answers, and put whatever else changes into `ask.once`.
    """


def not_answered(answer: Declined | Cancelled, message: str) -> NotAnswered:
    """The error for an answer of no."""
    if isinstance(answer, Declined):
        code, what = "declined", "declined to answer"
    else:
        code, what = "cancelled", "dismissed"
    return NotAnswered(code, f"The person {what} the question {_quoted(message)}. Ask them before you try this again.")


def answer_never_fit(error: AnswerInvalid, message: str) -> PeerBroke:
    """The end of a question whose answers were wrong as often as it may be asked (R025)."""
    return PeerBroke(
        "answer_invalid",
        f"The question {_quoted(message)} was asked several times and never answered in a way that fits. "
        f"{error.sentence}",
        **error.evidence,
    )


def form_rejected(message: str, lists: tuple[str, ...]) -> PeerBroke:
    """A client declared forms and answered one with an error (ACT-2, R009)."""
    hint = f" It may not know lists of which several may be picked ({', '.join(lists)})." if lists else ""
    return PeerBroke(
        "form_rejected", f"The client could not show the question {_quoted(message)}.{hint} Nothing was done."
    )


def _quoted(message: str) -> str:
    short = message if len(message) <= _LONGEST_QUOTE else message[:_LONGEST_QUOTE] + "…"
    return f"“{short}”"
