"""What a name looks like: its skeleton by UTS 39, from Unicode's own table of confusable letters.

Two names that look alike have the same skeleton. The table in `data/` is made by `scripts/build_confusables.py` from
Unicode's `confusables.txt`; `data/NOTICE` has its licence.
"""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from importlib.resources import files

__all__ = ["bare_skeleton", "skeleton"]


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    text = files("elicitor.protocol.links").joinpath("data/confusables.json").read_text("utf-8")
    return {ord(letter): look for letter, look in json.loads(text).items()}


@lru_cache(maxsize=2048)
def skeleton(label: str) -> str:
    """What a label looks like (UTS 39 section 4), in lower case."""
    decomposed = unicodedata.normalize("NFD", label)
    return unicodedata.normalize("NFD", decomposed.translate(_table())).lower()


@lru_cache(maxsize=2048)
def bare_skeleton(label: str) -> str:
    """The skeleton without its accents, and with pairs that read as one letter in small print."""
    # The Cyrillic palochka reads as an l; the table has it as an i, which it is as a capital.
    bare = "".join(letter for letter in skeleton(label.replace("ӏ", "l")) if not unicodedata.combining(letter))
    return bare.replace("rn", "m").replace("vv", "w").replace("cl", "d").replace("0", "o").replace("1", "l")
