"""The whole outcome of a question: filled in, declined or dismissed, kept apart (ACT-1)."""

from __future__ import annotations

from typing import TypeAlias, TypeVar, Union

from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.forms.definition import Filled

__all__ = ["Answer"]

T = TypeVar("T")

Answer: TypeAlias = Union[Filled[T], Declined, Cancelled]  # noqa: UP007  a generic alias is subscribed at run time
"""`Answer[Booking]`: `Filled(value)`, `Declined()` or `Cancelled()`; take it apart with `match`."""
