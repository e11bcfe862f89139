"""Waiting, at a terminal: what for, how long at most, and how to go on or to stop."""

from __future__ import annotations

from collections.abc import Sequence

from elicitor.client.person import OpenLink, Waiting
from elicitor.client.terminal.look import Look
from elicitor.client.terminal.tty import Dismissed, Tty

__all__ = ["wait_for_word"]


async def wait_for_word(tty: Tty, look: Look, waiting: Waiting) -> None:
    """Return when the person presses Enter.

    Raises:
        Dismissed: they end the waiting, or the terminal is gone.
    """
    tty.write("".join(_sentences(look, waiting)))
    tty.forget_typed()
    while (word := (await tty.read_line()).strip().lower()) not in {"", "done", "d"}:
        if word in {"cancel", "c", "stop"}:
            raise Dismissed
        tty.write(look.text("Enter: I am done. c and Enter, or Ctrl-C: stop waiting."))


def _sentences(look: Look, waiting: Waiting) -> list[str]:
    name = waiting.asker.name
    minutes = max(1, round(waiting.seconds_left / 60))
    if waiting.again:
        return [look.text(f"{name} says that it is not finished yet. Press Enter when it is; c and Enter to stop.")]
    if not waiting.links:
        return [look.text(f"{name} is still busy; waiting up to {minutes} minutes. c and Enter stops waiting.")]
    parts = _to_copy(look, [link for link in waiting.links if not link.opened])
    parts.append(
        look.text(
            f"Waiting for you to finish in the browser, up to {minutes} minutes. This goes on by itself where {name} "
            "says when you are done."
        )
    )
    return [*parts, look.text("Press Enter when you are done; c and Enter, or Ctrl-C, to stop waiting.")]


def _to_copy(look: Look, links: Sequence[OpenLink]) -> list[str]:
    """Each with what it is for: two links of one server look alike."""
    if not links:
        return []
    what = "the link" if len(links) == 1 else "these links"
    parts = [look.text(f"No browser could be started here. Copy {what} into a browser of yours:")]
    for link in links:
        parts += [look.quoted(link.message), f"{link.link.url}\n"]
    return parts
