"""What the page shows at a moment, apart from how it is served: a template, its facts, and what its buttons do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

__all__ = ["Fields", "Sheet"]

Fields = Mapping[str, Sequence[str]]
"""A submitted form: every value of every name."""


class Sheet(Protocol):
    """One thing that is shown, and answered by a button."""

    @property
    def template(self) -> str:
        """The name of its template, without the ending."""

    @property
    def facts(self) -> Mapping[str, object]:
        """What the template shows."""

    def act(self, action: str, fields: Fields) -> object | None:
        """What a button does.

        Returns:
            The answer, or None where the sheet goes on: it is shown again.
        """

    def closing(self, answer: object | None) -> Mapping[str, object]:
        """What to show when it is done: facts for the template `closed`. The answer is None if it was withdrawn."""
