"""The error for an answer that does not fit the form it answers."""

from __future__ import annotations

from elicitor.errors import PeerBroke
from elicitor.protocol.forms.problems import Problem

__all__ = ["AnswerInvalid"]

_MOST_NAMED = 5


class AnswerInvalid(PeerBroke):
    """A client accepted a form with values that do not fit. Ask again with the problems, or end the call.

    It is the client's breach, or the person's mistake; never a fault of the author's program. The code is
    `answer_invalid`.

    Attributes:
        problems: by field, with sentences for the person.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        known = [problem for problem in problems if problem.code != "unknown_field"]
        named = "; ".join(f"{problem.field}: {problem.sentence}" for problem in known[:_MOST_NAMED] if problem.field)
        detail = f" ({named})" if named else ""
        super().__init__(
            "answer_invalid",
            f"The answer does not fit the form{detail}.",
            problems=[(problem.field[:80], problem.code) for problem in problems[:_MOST_NAMED]],
        )
        self.problems = problems
