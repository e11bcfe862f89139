"""What a function says it needs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from elicitor.errors import Misuse
from elicitor.server.needs import Connect, Need, combine_needs


def test_needs_of_one_connection_become_one() -> None:
    """With all scopes, in the order first named."""
    combined = combine_needs([Need("a", frozenset({"x"})), Need("b"), Need("a", frozenset({"y"}))])
    assert list(combined) == ["a", "b"]
    assert combined["a"] == Need("a", frozenset({"x", "y"}))


def test_a_mark_says_what_it_is() -> None:
    """In its repr, for the sentences it stands in."""
    assert repr(Connect("a", scopes={"y", "x"})) == "Connect('a', scopes=['x', 'y'])"


@pytest.mark.parametrize("wait", [timedelta(0), timedelta(seconds=-1), timedelta(hours=1)])
def test_a_wait_is_short_and_not_backwards(wait: timedelta) -> None:
    """Ten minutes pass."""
    assert Connect("a", wait=timedelta(minutes=10)).wait == timedelta(minutes=10)
    with pytest.raises(Misuse):
        Connect("a", wait=wait)
