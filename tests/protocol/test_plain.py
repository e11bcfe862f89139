"""Nothing a server writes can move, hide or disguise anything on a screen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitor.protocol.plain import ServerText, cell_width, visible_line, visible_lines, wrap

SEQUENCES = {
    "escape": ("\x1b[2J", "<U+001B>[2J"),
    "8-bit escape": ("\x9b31m", "<U+009B>31m"),
    "hyperlink": ("\x1b]8;;https://evil.example\x07here", "<U+001B>]8;;https://evil.example<U+0007>here"),
    "clipboard": ("\x1b]52;c;aGk=\x07", "<U+001B>]52;c;aGk=<U+0007>"),
    "bell": ("\a", "<U+0007>"),
    "backspace": ("no\b\byes", "no<U+0008><U+0008>yes"),
    "carriage return": ("no\ryes", "no<U+000D>yes"),
    "delete": ("a\x7f", "a<U+007F>"),
    "override": ("\u202egpj.exe", "<U+202E>gpj.exe"),
    "isolate": ("\u2066x\u2069", "<U+2066>x<U+2069>"),
    "mark": ("\u200ex\u200f", "<U+200E>x<U+200F>"),
    "zero width": ("pay\u200bpal", "pay<U+200B>pal"),
    "line separator": ("a\u2028b", "a<U+2028>b"),
    "filler": ("a\u3164b", "a<U+3164>b"),
    "variation": ("a\ufe0f", "a<U+FE0F>"),
    "tag": ("a\U000e0041", "a<U+E0041>"),
    "private": ("\ue000", "<U+E000>"),
    "surrogate": ("\ud800", "<U+D800>"),
    "no-break space": ("a\u00a0b", "a b"),
}


@pytest.mark.attack("F13", "F14")
@pytest.mark.parametrize("name", SEQUENCES)
def test_what_would_act_on_the_terminal_is_written_out(name: str) -> None:
    """One of each kind."""
    sent, shown = SEQUENCES[name]
    assert visible_line(sent) == shown


@pytest.mark.parametrize("text", ["Sign in, please.", "Größe: 3 €", "日本語", "e\u0301", "مرحبا", "שלום", "👍"])
def test_honest_text_stays_as_it_is(text: str) -> None:
    """Every script, and combining marks in ordinary numbers."""
    assert visible_line(text) == text


@pytest.mark.attack("F13", "F14")
@given(st.text())
def test_a_line_holds_no_control_and_no_format_character(text: str) -> None:
    """Whatever was sent."""
    shown = visible_line(text)
    assert not any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for letter in shown)
    assert all(byte >= 0x20 for byte in shown.encode())


@given(st.text())
def test_lines_split_at_line_feeds_only(text: str) -> None:
    """A lone carriage return is shown, CR LF is one line feed, a tab becomes spaces."""
    assert len(visible_lines(text)) == text.replace("\r\n", "\n").count("\n") + 1
    assert not any("\n" in line or "\t" in line for line in visible_lines(text))


def test_a_stack_of_marks_is_cut_short() -> None:
    """Four on a letter may be a language; more climb over the lines above."""
    assert visible_line("a" + "\u0301" * 4) == "a" + "\u0301" * 4
    assert visible_line("a" + "\u0301" * 6) == "a" + "\u0301" * 4 + "<U+0301>" * 2


def test_width_counts_cells() -> None:
    """Wide letters take two, marks none."""
    assert [cell_width(text) for text in ("abc", "日本", "e\u0301", "")] == [3, 4, 1, 0]


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Mn", "Zs"])), st.integers(2, 60))
def test_wrapping_loses_nothing_and_fits(text: str, width: int) -> None:
    """Every piece fits, and together they hold every letter."""
    safe = visible_line(text)
    lines = wrap(safe, width)
    assert all(cell_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == safe.replace(" ", "")


def test_wrapping_breaks_between_words() -> None:
    """And cuts a word that fits nowhere."""
    assert wrap("the quick brown fox", 10) == ["the quick", "brown fox"]
    assert wrap("aaaaaaaaaaaa b", 5) == ["aaaaa", "aaaaa", "aa b"]


def test_a_servers_text_prints_safely_by_itself() -> None:
    """Whoever forgets to ask for the safe form gets it."""
    text = ServerText("a\x1b\nb")
    assert (str(text), f"{text}", text.line()) == ("a<U+001B><U+000A>b",) * 3
    assert text.lines() == ["a<U+001B>", "b"]
