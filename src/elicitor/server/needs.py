"""What a tool says it wants: the markers that stand in a signature, and the needs read from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from elicitor.errors import Misuse

__all__ = ["Connect", "Need", "combine_needs"]


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

    Raises:
        Misuse: `connect_malformed`, the name is empty or the scopes are a single text.
    """

    __slots__ = ("need",)

    def __init__(self, connection: str, *, scopes: Iterable[str] = ()) -> None:
        if not isinstance(connection, str) or not connection:
            raise Misuse("connect_malformed", "Connect(...) takes the name of a connection.")
        if isinstance(scopes, str):
            raise Misuse("connect_malformed", f'Write scopes={{"{scopes}"}}: a set of texts, not one text.')
        self.need = Need(connection, frozenset(scopes))

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
