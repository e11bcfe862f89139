"""Text of a stranger, made safe to print: everything that could move, hide or disguise becomes visible.

Control characters (the escape sequences of terminals and their 8-bit forms among them), format characters (bidi
overrides, zero widths), characters that look like nothing, line separators, private and unassigned ones are all
written out as `<U+202E>`. What is left moves the cursor by its width and does nothing else (F13, F14). The one
control character that survives is the line feed, and only in `visible_lines`.

A stack of combining marks can climb over the lines above, so a letter keeps at most four of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["ServerText", "cell_width", "visible_line", "visible_lines", "wrap"]

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks that draw nothing (Default_Ignorable_Code_Point beyond Cf, and the blank Braille cell)."""
_MARKS = frozenset({"Mn", "Me"})
_MOST_MARKS = 4
_WIDE = frozenset({"W", "F"})


@dataclass(frozen=True, slots=True)
class ServerText:
    """A text that a server wrote. Whoever prints it gets the safe form.

    Attributes:
        unverified: the text as it came. Compare it, search it, do not show it.
    """

    unverified: str

    def line(self) -> str:
        """The text as one safe line."""
        return visible_line(self.unverified)

    def lines(self) -> list[str]:
        """The text as safe lines, split where the server put line feeds."""
        return visible_lines(self.unverified)

    __str__ = line


def visible_line(unverified: str) -> str:
    """One line: line feeds are made visible too."""
    if unverified.isascii() and unverified.isprintable():
        return unverified
    return "".join(_shown(unverified))


def visible_lines(unverified: str) -> list[str]:
    """Safe lines. CR LF counts as one line feed, a lone CR is shown."""
    return [visible_line(line.expandtabs(4)) for line in unverified.replace("\r\n", "\n").split("\n")]


def _shown(unverified: str) -> Iterator[str]:
    marks = 0
    for letter in unverified:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in _MARKS else 0
        if category in _HIDDEN_CATEGORIES or letter in _BLANK or marks > _MOST_MARKS:
            yield f"<U+{ord(letter):04X}>"
        elif category == "Zs":
            yield " "
        else:
            yield letter


def cell_width(text: str) -> int:
    """How many columns a safe text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.category(letter) in _MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _WIDE else 1


def wrap(text: str, width: int) -> list[str]:
    """Break a safe line at spaces so that every piece fits; a word that is too long is cut. Nothing is lost.

    Args:
        text: one line, safe to print.
        width: columns, at least 2.
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        for piece in _pieces(word, width):
            joined = f"{line} {piece}" if line else piece
            if line and cell_width(joined) > width:
                lines.append(line)
                joined = piece
            line = joined
    return [*lines, line]


def _pieces(word: str, width: int) -> Iterator[str]:
    piece, used = "", 0
    for letter in word:
        cells = _cells(letter)
        if used + cells > width:
            yield piece
            piece, used = "", 0
        piece, used = piece + letter, used + cells
    yield piece
