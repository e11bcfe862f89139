"""Framing: different lists of texts are different bytes."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from elicitor.vault.framing import frame

# Lone surrogates are letters too, as far as Python is concerned.
TEXTS = st.lists(st.text(st.characters(exclude_categories=()), max_size=6), max_size=4)


def test_every_part_stands_after_its_length() -> None:
    """The form that other programs have to follow."""
    assert frame("a", "", "é") == b"\0\0\0\1a" + b"\0\0\0\0" + b"\0\0\0\2\xc3\xa9"


def test_texts_that_run_together_are_told_apart() -> None:
    """The classics: a border moved by a letter, an empty part more, an order changed."""
    lists = [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("abc",), ("abc", "", "")]
    framed = [frame(*each) for each in lists]
    assert all(one != other for one, other in combinations(framed, 2))


@given(TEXTS, TEXTS)
def test_equal_bytes_come_from_equal_lists_only(one: list[str], other: list[str]) -> None:
    """For any two lists."""
    assert (frame(*one) == frame(*other)) == (one == other)
