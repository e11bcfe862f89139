"""How things look on a terminal: our own words, the server's words behind a gutter, and a little colour.

Everything is written in lines that fit the terminal, with two exceptions: a link is one unbroken line, so that it can
be copied and is never cut, and the terminal wraps it. A server's line begins with a bar on every line of the screen, so
no text of a server can pass for one of ours (F16). Colour only repeats what the words say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from elicitor.protocol.plain import ServerText, cell_width, visible_line, wrap

__all__ = ["Look"]

_MOST_LINES = 60
_NARROWEST = 20
_WIDEST = 100
_BOLD, _RED, _YELLOW, _DIM, _END = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[2m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Look:
    """The look of one terminal.

    Attributes:
        width: its columns.
        colour: whether to use colour.
    """

    width: int
    colour: bool = False

    @property
    def columns(self) -> int:
        """How wide our lines get: no wider than eyes like to read."""
        return max(_NARROWEST, min(self.width, _WIDEST) - 1)

    def rule(self, title: str) -> str:
        """A line across, with a title."""
        return self.strong(f"{f'--- {title} ':-<{self.columns}}"[: self.columns]) + "\n"

    def text(self, sentence: str, indent: str = "") -> str:
        """Words of ours."""
        lines = wrap(sentence, self.columns - len(indent))
        return "".join(f"{indent}{line}\n" for line in lines)

    def warning(self, sentence: str, mark: str = "!") -> str:
        """A warning of ours, with a mark in front of it."""
        first, *more = wrap(sentence, self.columns - len(mark) - 1)
        lines = [f"{mark} {first}", *(f"{' ' * len(mark)} {line}" for line in more)]
        return "".join(self._paint(_YELLOW if mark == "!" else _RED, line) + "\n" for line in lines)

    def fact(self, name: str, value: str) -> str:
        """A name and a value of ours; the value goes below where there is no room beside it."""
        if len(name) + 2 + cell_width(value) <= self.columns:
            return f"{name}: {value}\n"
        return f"{name}:\n{self.text(value, '  ')}"

    def whole(self, name: str, value: str) -> str:
        """A name, and below it a value in one unbroken line, however long it is."""
        return f"{name}:\n{value}\n"

    def quoted(self, text: ServerText) -> str:
        """Words of a server, each line behind a bar."""
        lines = list(self._quoted_lines(text.lines()))
        shown = lines[:_MOST_LINES]
        if len(lines) > _MOST_LINES:
            shown.append(f"({len(lines) - _MOST_LINES} more lines of the server are not shown)")
        return "".join(f"{line}\n" for line in shown)

    def listed(self, items: Sequence[str]) -> str:
        """A numbered list of words that may be a server's: made safe, cut to one line each."""
        width = len(str(len(items)))
        return "".join(self.text(f"{place:>{width}}) {item}", "  ") for place, item in enumerate(items, 1))

    def strong(self, text: str) -> str:
        """Emphasis."""
        return self._paint(_BOLD, text)

    def _quoted_lines(self, lines: Sequence[str]) -> Iterator[str]:
        for line in lines:
            for piece in wrap(line, self.columns - 2):
                yield f"{self._paint(_DIM, '|')} {piece}"

    def _paint(self, colour: str, text: str) -> str:
        return f"{colour}{text}{_END}" if self.colour else text


def one_line(unverified: str, width: int) -> str:
    """A server's short text as one safe line, cut with a mark where it is too long."""
    safe = visible_line(unverified)
    return safe if cell_width(safe) <= width else f"{wrap(safe, width - 4)[0]} ..."
