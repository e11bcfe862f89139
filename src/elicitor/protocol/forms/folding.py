"""Words as they are compared: without case, accents, joins and disguises.

`newPassword`, `NEW_PASSWORD`, `n e w  p a s s w o r d`, full-width letters, digits for letters and letters of other
alphabets that look the same all become the same words. Nothing that is made here is shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from elicitor.protocol.links.confusables import skeleton
from elicitor.protocol.links.scripts import scripts_of

__all__ = ["fold", "words"]

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")
_UNMARKED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
_DIGITS_FOR_LETTERS = str.maketrans("013457", "oieast")
_DISGUISED = re.compile(r"[a-z][013457]+[a-z]")
_COMBINING = range(0x300, 0x370)
_LOOKALIKES = ({"LATIN", "CYRILLIC"}, {"LATIN", "GREEK"})
_FEWEST_APART = 4
_LONGEST_DISGUISED = 40


def fold(text: str) -> str:
    """Without case, accents, width and invisible characters."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text.casefold()).translate(_UNMARKED)
    kept = "".join(
        letter
        for letter in folded
        if ord(letter) not in _COMBINING and unicodedata.category(letter) not in ("Cf", "Cc")
    )
    return unicodedata.normalize("NFC", kept)


def words(text: str) -> tuple[str, ...]:
    """The words of a name or a sentence, folded, in order."""
    split = _WORD.findall(fold(_HUMP.sub(" ", text)))
    return tuple(_plain(word) for word in _joined(split))


def _joined(split: list[str]) -> Iterator[str]:
    """Letters that stand alone, four and more in a row, are one word."""
    row: list[str] = []
    for word in [*split, "  "]:
        if len(word) == 1 and word.isalpha() and word.isascii():
            row.append(word)
            continue
        yield from ["".join(row)] if len(row) >= _FEWEST_APART else row
        row = []
        if word != "  ":
            yield word


def _plain(word: str) -> str:
    if len(word) > _LONGEST_DISGUISED:
        return word
    if not word.isascii() and any(pair <= scripts_of(word) for pair in _LOOKALIKES):
        word = fold(skeleton(word))
    if _DISGUISED.search(word):
        word = word.translate(_DIGITS_FOR_LETTERS)
    without_number = word.rstrip("0123456789")
    if without_number == word or len(without_number) < len(word) - 3:
        return word
    return without_number or word
