"""The lists of words are lists that can be found."""

from __future__ import annotations

import pytest

from elicitor.protocol.forms.folding import fold
from elicitor.protocol.forms.secret_words import (
    ASKING,
    ASKING_IN_PLACE,
    KINDS,
    NOT_ASKING,
    NOT_ASKING_IN_PLACE,
    ONLY_NAMES,
    TELLS_AFTER,
    TELLS_AFTER_IN_PLACE,
    TELLS_BEFORE,
    SecretKind,
)


def test_every_kind_has_phrases() -> None:
    """Passwords, keys, tokens, codes and means of payment."""
    assert set(KINDS) == set(SecretKind)


@pytest.mark.parametrize(
    "words",
    [
        ASKING,
        NOT_ASKING,
        TELLS_AFTER,
        TELLS_BEFORE,
        ONLY_NAMES,
        ASKING_IN_PLACE,
        NOT_ASKING_IN_PLACE,
        TELLS_AFTER_IN_PLACE,
    ],
)
def test_every_word_is_written_as_it_is_compared(words: object) -> None:
    """One with an accent or a capital would never be met."""
    assert isinstance(words, tuple | frozenset | dict)
    assert [word for word in words if fold(word) != word] == []


def test_every_phrase_is_written_as_it_is_compared() -> None:
    """Without accents, so that a reader sees what is compared."""
    phrases = [phrase.strip() for texts in KINDS.values() for line in texts.splitlines() for phrase in line.split(";")]
    assert [phrase for phrase in phrases if fold(phrase) != phrase] == []


def test_no_sentence_asks_and_does_not_ask_by_the_same_word() -> None:
    """The lists have nothing in common."""
    assert ASKING.isdisjoint(NOT_ASKING)
