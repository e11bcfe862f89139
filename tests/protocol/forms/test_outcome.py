"""The alias of the whole outcome."""

from __future__ import annotations

import typing

from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.forms import Filled
from elicitor.protocol.forms.outcome import Answer


def test_it_has_three_arms_and_the_value_in_one() -> None:
    """Subscribed like a class."""
    assert set(typing.get_args(Answer[int])) == {Filled[int], Declined, Cancelled}
