"""What the server asks of a person behind a client: a link to open, with the reason.

Values only; `sdk/` writes them in the words of each era. The text of an ask is read by a person in a
stranger's program, so it is plain, short and holds no address (URL-4).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LinkAsk"]


@dataclass(frozen=True, slots=True)
class LinkAsk:
    """An ask in URL mode.

    Attributes:
        connection: the name of the connection that is missing; the key of the request in era B.
        message: why, in one sentence for the person.
        url: the link, checked by `validate_outgoing_link`.
        elicitation_id: names this ask in era A (URL-1, DONE-3); opens nothing.
        ticket_id: the identifier inside the link. Kept in the sealed request state in era B, and in
            memory with the connection in era A; stored nowhere else.
    """

    connection: str
    message: str
    url: str
    elicitation_id: str
    ticket_id: str
