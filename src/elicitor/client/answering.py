"""What the server is told: one of the protocol's three words, and never more than the person decided.

Only a person declines. What a rule of ours refused, what was dismissed and what could not be shown is "cancel".
"""

from __future__ import annotations

from elicitor.client.person import Agreed, Blocked, FormAnswer, LinkAnswer
from elicitor.client.policy import Refuse
from elicitor.protocol.answers import Accepted, Answer, Cancelled, Declined

__all__ = ["spoken"]


def spoken(answer: LinkAnswer | FormAnswer | Refuse) -> Answer:
    """The answer as it goes to the server. Agreeing to a link carries no content (URL-8)."""
    match answer:
        case Agreed():
            return Accepted()
        case Accepted():
            return answer
        case Declined() | Blocked():
            return Declined()
        case Cancelled() | Refuse():
            return Cancelled()
