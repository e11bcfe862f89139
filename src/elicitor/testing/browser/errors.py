"""What can go wrong for a scripted person: the browser refuses, or the page lacks what they look for."""

from __future__ import annotations

from elicitor.errors import Misuse, Refused

__all__ = ["Blocked", "NotOnThePage"]


class Blocked(Refused):
    """The browser refused to go on, as a real one would.

    Codes: `scheme_refused` (`javascript:` and the like), `left_loopback` (this browser visits this machine
    only), `form_action_blocked` (the page's own policy forbids where its form leads), `too_many_redirects`.
    """


class NotOnThePage(Misuse):
    """The page has no such link, button or field. The sentence lists what it has."""
