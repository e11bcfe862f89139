"""Phrases, compiled from `secret_words.py`: rows of words with gaps and open ends, looked for among words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from elicitor.protocol.forms.folding import fold
from elicitor.protocol.forms.secret_words import KINDS, TELLS_AFTER, TELLS_AFTER_IN_PLACE, TELLS_BEFORE, SecretKind

__all__ = ["Phrase", "phrases_near"]

_GAP = 6
_BEFORE = 3
_FIRST_OF_NO_SPACES = "\u3000"
_MANY = "s"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase.

    Attributes:
        kind: what it asks for.
        parts: its words; `~` for a gap.
        key: its longest word; a text without it does not have the phrase.
        in_place: it is looked for inside a text without spaces.
    """

    kind: SecretKind
    parts: tuple[str, ...]
    key: str
    in_place: bool

    def is_in(self, words: Sequence[str]) -> bool:
        """Whether a text asks for this, and not for something about it."""
        if self.in_place:
            return self._is_in_place("".join(words))
        for start in range(len(words)):
            end = self._end_of_match(words, start)
            if end and not _tells_otherwise(words, start, end):
                return True
        return False

    def _is_in_place(self, squeezed: str) -> bool:
        start = squeezed.find(self.key)
        while start >= 0:
            if not squeezed.startswith(TELLS_AFTER_IN_PLACE, start + len(self.key)):
                return True
            start = squeezed.find(self.key, start + 1)
        return False

    def _end_of_match(self, words: Sequence[str], start: int) -> int:
        """The place behind the last word of a match that begins at `start`, or 0."""
        place, gap = start, 0
        for part in self.parts:
            if part == "~":
                gap = _GAP
                continue
            found = next((at for at in range(place, min(place + gap + 1, len(words))) if _fits(part, words[at])), -1)
            if found < 0:
                return 0
            place, gap = found + 1, 0
        return place


def _fits(part: str, word: str) -> bool:
    bare = part.strip("*")
    if part.startswith("*") and part.endswith("*"):
        _, found, rest = word.partition(bare)
        return bool(found) and rest not in TELLS_AFTER
    if part.startswith("*"):
        return word.endswith((bare, bare + _MANY))
    if part.endswith("*"):
        return word.startswith(bare)
    return word in (bare, bare + _MANY)


def _tells_otherwise(words: Sequence[str], start: int, end: int) -> bool:
    if end < len(words) and words[end] in TELLS_AFTER:
        return True
    return not TELLS_BEFORE.isdisjoint(words[max(0, start - _BEFORE) : start])


def phrases_near(words: Sequence[str]) -> list[Phrase]:
    """The few phrases that may be in a text: those whose key is in it, found by the first two letters of the key."""
    spaced, squeezed = " ".join(words), "".join(words)
    index = _by_beginning()
    beginnings = {text[at : at + 2] for text in (spaced, squeezed) for at in range(len(text) - 1)}
    return [
        phrase
        for beginning in sorted(beginnings & index.keys())
        for phrase in index[beginning]
        if phrase.key in (squeezed if phrase.in_place else spaced)
    ]


@lru_cache(maxsize=1)
def _by_beginning() -> Mapping[str, list[Phrase]]:
    index: dict[str, list[Phrase]] = {}
    for phrase in _all_phrases():
        index.setdefault(phrase.key[:2], []).append(phrase)
    return index


def _all_phrases() -> tuple[Phrase, ...]:
    return tuple(
        _compiled(kind, text.strip())
        for kind, texts in KINDS.items()
        for line in texts.strip().splitlines()
        for text in line.split(";")
        if text.strip()
    )


def _compiled(kind: SecretKind, text: str) -> Phrase:
    folded = fold(text)
    if max(folded) > _FIRST_OF_NO_SPACES:
        return Phrase(kind, (), folded.replace(" ", ""), in_place=True)
    parts = tuple(folded.split())
    return Phrase(kind, parts, max((part.strip("*~") for part in parts), key=len), in_place=False)
