"""Both errors belong to the library's tree."""

from __future__ import annotations

from elicitor.errors import ElicitorError, Misuse, Refused
from elicitor.testing import Blocked, NotOnThePage


def test_who_has_to_act() -> None:
    """A browser that refuses is a refusal; a page that lacks something is the test's mistake or finding."""
    assert issubclass(Blocked, Refused)
    assert issubclass(NotOnThePage, Misuse)
    assert issubclass(Blocked, ElicitorError)
