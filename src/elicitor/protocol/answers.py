"""What a person answered to an ask. Three outcomes, kept apart (ACT-1).

Accepting a link is consent to open it and nothing more (URL-8): whether the work behind it is done is
the other machine's story, see `lifecycle.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from elicitor.errors import PeerBroke

__all__ = ["Accepted", "Answer", "Cancelled", "Declined", "read_answer"]

JsonValue = str | int | float | bool | list[str] | None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The person said yes.

    Attributes:
        content: the values of a form; always empty for a link, whatever the peer sent (URL-8).
    """

    content: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Declined:
    """The person said no."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The person dismissed the question, or it could not be shown."""


Answer = Accepted | Declined | Cancelled


def read_answer(unverified_action: object) -> Answer:
    """Read the `action` of an answer to a link. Content is never looked at.

    Raises:
        PeerBroke: `unknown_action`. Nothing but the three words counts as an answer (R030).
    """
    match unverified_action:
        case "accept":
            return Accepted()
        case "decline":
            return Declined()
        case "cancel":
            return Cancelled()
        case _:
            raise PeerBroke(
                "unknown_action",
                "The client answered with something that is neither accept, decline nor cancel.",
            )
