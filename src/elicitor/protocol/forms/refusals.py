"""The refusals of a definition: which field, what is wrong with it, and what to do instead.

They are raised where a form is defined, at import as a rule, and never when it is sent.
"""

from __future__ import annotations

from elicitor.errors import Misuse

__all__ = ["ON_A_PAGE", "refusal"]

ON_A_PAGE = (
    "Ask for it on a page instead, by link: a connection signs people in at the third party and keeps the tokens, "
    "and a page of your own takes everything else"
)
"""What to do with secrets and files."""


def refusal(code: str, path: str, complaint: str, advice: str) -> Misuse:
    """An error about one field.

    Args:
        code: stable.
        path: where the field is defined, as in `Booking.address`.
        complaint: the end of a sentence that begins with the path.
        advice: what to do, as a sentence without its full stop.
    """
    return Misuse(code, f"{path} {complaint}. {advice}.", path=path)
