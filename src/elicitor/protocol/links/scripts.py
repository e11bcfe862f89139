"""Which alphabet a letter belongs to, which alphabets are written together, and what does not belong into a name.

The first word of a character's Unicode name tells its script well enough for what a domain name may hold. The rules
are those that browsers settled on (UTS 39 "highly restrictive", and what Chromium adds to it), in our own words.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["has_misplaced_signs", "mixes_scripts", "scripts_of", "uses_rare_script"]

_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
_HAN = ("CJK", "IDEOGRAPHIC", "KANGXI")
_COMMON = frozenset(
    [
        "LATIN",
        "GREEK",
        "CYRILLIC",
        "ARMENIAN",
        "HEBREW",
        "ARABIC",
        "DEVANAGARI",
        "BENGALI",
        "GURMUKHI",
        "GUJARATI",
        "ORIYA",
        "TAMIL",
        "TELUGU",
        "KANNADA",
        "MALAYALAM",
        "SINHALA",
        "THAI",
        "LAO",
        "TIBETAN",
        "MYANMAR",
        "GEORGIAN",
        "HANGUL",
        "ETHIOPIC",
        "KHMER",
        "HIRAGANA",
        "KATAKANA",
        "BOPOMOFO",
        "HAN",
        "THAANA",
    ]
)
_LONG = "ー"
_KATAKANA_SIGNS = frozenset("ヽヾ")
_HIRAGANA_SIGNS = frozenset("ゝゞ")
_TWINS = frozenset("へべぺヘベペ")
_MIDDLE_DOT = "・"
_KANA = frozenset({"HIRAGANA", "KATAKANA"})


@lru_cache(maxsize=8192)
def _script_of(letter: str) -> str | None:
    """The script of a letter, mark or digit; None for ASCII digits and for marks that go with every script."""
    if letter.isascii() and not letter.isalpha():
        return None
    name = unicodedata.name(letter, "UNKNOWN")
    if name.startswith(("COMBINING", "KATAKANA-HIRAGANA", "MODIFIER", "MIDDLE", "ZERO WIDTH")):
        return None
    if name.startswith(_HAN):
        return "HAN"
    first = name.partition(" ")[0]
    return "ARABIC" if first in {"EXTENDED", "EASTERN", "ARABIC-INDIC"} else first


def scripts_of(label: str) -> frozenset[str]:
    """The alphabets of a label's letters, marks and digits."""
    return frozenset(script for letter in label if (script := _script_of(letter)) is not None)


def mixes_scripts(label: str) -> bool:
    """Whether a label mixes alphabets that are not written together, or digits of two kinds."""
    scripts = scripts_of(label)
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        return True
    if len(scripts) > 1 and any(not letter.isascii() and _script_of(letter) == "LATIN" for letter in label):
        return True
    kinds = {letter.isascii() for letter in label if unicodedata.category(letter) == "Nd"}
    return len(kinds) > 1


def uses_rare_script(label: str) -> bool:
    """Whether a label has letters of an alphabet that names are hardly ever written in."""
    return not scripts_of(label) <= _COMMON or any(_is_rare(letter) for letter in label)


def _is_rare(letter: str) -> bool:
    """Loose parts of syllables, small kana of other languages, and vowel points."""
    name = unicodedata.name(letter, "")
    return name.startswith(("HANGUL CHOSEONG", "HANGUL JUNGSEONG", "HANGUL JONGSEONG", "HEBREW POINT")) or (
        "\u31f0" <= letter <= "\u31ff"
    )


def has_misplaced_signs(label: str) -> bool:
    """Whether a label has accents that float over a letter, digits alone from elsewhere, or kana signs out of place."""
    composed = unicodedata.normalize("NFC", label)
    if any(unicodedata.name(letter, "").startswith("COMBINING") for letter in composed):
        return True
    if all(unicodedata.category(letter) == "Nd" or letter == "-" for letter in label) and not label.isascii():
        return True
    return _misplaced_kana(label)


def _misplaced_kana(label: str) -> bool:
    """Signs that repeat or lengthen a kana, without one before them; and the one letter both kana write alike."""
    if label.startswith(_MIDDLE_DOT):
        return True
    for before, sign in zip(" " + label, label, strict=False):
        if sign in _HIRAGANA_SIGNS and before not in _HIRAGANA_SIGNS and _script_of(before) != "HIRAGANA":
            return True
        if sign == _LONG and _script_of(before) not in _KANA and before != _LONG:
            return True
        if sign in _KATAKANA_SIGNS and before not in _KATAKANA_SIGNS and _script_of(before) != "KATAKANA":
            return True
    others = {_script_of(letter) for letter in label if letter not in _TWINS} & _KANA
    return any(letter in _TWINS and others and _script_of(letter) not in others for letter in label)
