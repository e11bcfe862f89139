"""The errors for a form that a peer sent: a code, and which field is to blame."""

from __future__ import annotations

from elicitor.errors import PeerBroke

__all__ = ["wrong"]

_LONGEST = 80


def wrong(code: str, name: str, complaint: str) -> PeerBroke:
    """An error about one field. The name is the peer's text, so it is in the evidence and not in the sentence.

    Args:
        code: stable.
        name: of the field; empty for the form as a whole.
        complaint: the end of a sentence that begins with the field.
    """
    subject = "A field of the form" if name else "The form"
    return PeerBroke(code, f"{subject} {complaint}.", field=name[:_LONGEST])
