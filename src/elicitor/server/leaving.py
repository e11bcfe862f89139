"""The signal that leaves a body in order to ask.

It is no `Exception`, so that an author's `except Exception` cannot swallow a question. From inside a task group it
comes wrapped in a group, and is unwrapped; a group in which something else failed as well is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from elicitor.errors import Misuse
from elicitor.protocol.asks import LinkAsk
from elicitor.server.question import Question

__all__ = ["LeaveToAsk", "leave_in"]


class LeaveToAsk(BaseException):
    """Leaves a function whose questions are open. Never catch it; `finally` blocks run, as for any way out.

    Attributes:
        forms: the questions in form mode, by place, with the words they are put in.
        links: the links that have to be opened.
        pages: the same for questions that are answered on a page, by place.
    """

    def __init__(
        self,
        forms: dict[int, tuple[Question[object], str]] | None = None,
        links: tuple[LinkAsk, ...] = (),
        pages: dict[int, LinkAsk] | None = None,
    ) -> None:
        super().__init__("left to ask the person; do not catch this")
        self.forms = forms or {}
        self.links = links
        self.pages = pages or {}


def leave_in(group: BaseExceptionGroup[BaseException]) -> LeaveToAsk | None:
    """The signal inside a group, all of them put together; None where there is none.

    Raises:
        Misuse: `asked_beside_a_failure`, something else left the group as well.
    """
    leaves = list(_flat(group))
    signals = [leaf for leaf in leaves if isinstance(leaf, LeaveToAsk)]
    if not signals:
        return None
    if len(signals) < len(leaves):
        raise Misuse(
            "asked_beside_a_failure",
            "A task asked the person a question while another task of the same group failed. Ask outside the group, "
            "or use ask.all(...).",
        ) from group
    whole = LeaveToAsk()
    for signal in signals:
        whole.forms |= signal.forms
        whole.pages |= signal.pages
        whole.links = (*whole.links, *(link for link in signal.links if link not in whole.links))
    return whole


def _flat(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for inner in group.exceptions:
        if isinstance(inner, BaseExceptionGroup):
            yield from _flat(inner)
        else:
            yield inner
