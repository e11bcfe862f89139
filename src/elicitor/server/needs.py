"""What a tool says it wants: the markers that stand in a signature, and the needs read from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NoReturn

from elicitor.errors import Misuse

__all__ = ["Connect", "Need", "combine_needs"]

_LONGEST_WAIT = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Need:
    """A connection, and what must have been granted on it.

    Attributes:
        connection: the name of a configured connection.
        scopes: the scopes, in the provider's own words, that the call cannot do without.
    """

    connection: str
    scopes: frozenset[str] = frozenset()


class Connect:
    """Marks a parameter that takes the user's account at a third party.

    Write `account: Annotated[Account, Connect("github", scopes={"repo"})]`. The parameter disappears from what
    the client sees; when the function runs, it holds an account that is ready for use.

    Args:
        connection: the name of a connection given to `Elicitor(connections=...)`.
        scopes: what must have been granted.
        wait: era A only: how long to keep the call open while the person is in the browser. Without it the call is
            refused with error -32042 and the client calls again. A client without a back-channel is refused in
            either case. In era B the client always calls again.

    Raises:
        Misuse: `connect_malformed`, the name is empty or the scopes are a single text.
    """

    __slots__ = ("need", "wait")

    def __init__(self, connection: str, *, scopes: Iterable[str] = (), wait: timedelta | None = None) -> None:
        if not isinstance(connection, str) or not connection:
            raise Misuse("connect_malformed", "Connect(...) takes the name of a connection.")
        if isinstance(scopes, str):
            raise Misuse("connect_malformed", f'Write scopes={{"{scopes}"}}: a set of texts, not one text.')
        if wait is not None and not timedelta(0) < wait <= _LONGEST_WAIT:
            raise Misuse("connect_malformed", f"Connect(wait=...) takes a time up to {_LONGEST_WAIT}.")
        self.need = Need(connection, frozenset(scopes))
        self.wait = wait

    def __repr__(self) -> str:
        return f"Connect({self.need.connection!r}, scopes={sorted(self.need.scopes)!r})"

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> NoReturn:
        """Refuse to become an ordinary argument: the function was registered before `attach`."""
        raise Misuse(
            "registered_before_attach",
            f"A function that takes {self!r} was registered on a server that elicitor is not attached to. "
            "Call elicitor.attach(mcp) before the function is registered.",
        )


def combine_needs(needs: Sequence[Need]) -> dict[str, Need]:
    """One need for each connection, with all scopes that are asked of it, in the order first named."""
    combined: dict[str, Need] = {}
    for need in needs:
        known = combined.get(need.connection, Need(need.connection))
        combined[need.connection] = Need(need.connection, known.scopes | need.scopes)
    return combined
