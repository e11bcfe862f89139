"""What all dialogs at a terminal share: the heading, and a question that is answered by a word."""

from __future__ import annotations

from collections.abc import Mapping

import anyio

from elicitor.client.asker import Asker
from elicitor.client.terminal.look import Look
from elicitor.client.terminal.tty import Tty

__all__ = ["ask_word", "heading", "settle"]

_SECONDS_TO_LOOK = 0.4
_TRIES = 2


def heading(look: Look, asker: Asker, what: str) -> str:
    """Who asks: the name that the user gave, and where it is (UI-1). Its own word for itself is not here."""
    return "\n" + look.rule(f"{asker.name} {what}") + look.fact("Server", f"{asker.name}, {asker.place}")


async def settle(tty: Tty) -> None:
    """Let the eyes arrive: what is typed in the first moment was meant for something else."""
    await anyio.sleep(_SECONDS_TO_LOOK)
    tty.forget_typed()


async def ask_word(tty: Tty, look: Look, question: str, words: Mapping[str, str], *, default: str) -> str:
    """Ask for one of a few words; the first letter is enough.

    Args:
        tty: where.
        look: how.
        question: what.
        words: each with what it does.
        default: what Enter alone means, and what stands after two answers that are none of the words.

    Returns:
        One of the words.

    Raises:
        Dismissed: the person pressed Ctrl-C or the terminal is gone.
    """
    await settle(tty)
    for tried in range(_TRIES):
        tty.write(look.strong(question) + "\n")
        for word, meaning in words.items():
            star = " (Enter alone)" if word == default else ""
            tty.write(look.text(f"{word}: {meaning}{star}", "  "))
        tty.write("> ")
        typed = (await tty.read_line()).strip().lower()
        if not typed:
            return default
        for word in words:
            if typed in {word, word[0]}:
                return word
        again = "Please type one of the words, or its first letter."
        tty.write(
            look.text(again if tried < _TRIES - 1 else f"This is none of the words either; it counts as {default}.")
        )
    return default
