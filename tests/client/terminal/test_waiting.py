"""Waiting at a real pseudo-terminal: what for, how long, and a word that ends it."""

from __future__ import annotations

import os
import re

import anyio
import pytest

from client.terminal.screen import screen
from elicitor.client.asker import Asker
from elicitor.client.person import Done, OpenLink, WaitAnswer, Waiting
from elicitor.client.terminal import Terminal
from elicitor.protocol.answers import Cancelled
from elicitor.protocol.links import inspect_link
from elicitor.protocol.plain import ServerText

pytestmark = pytest.mark.anyio

ACME = Asker("Acme", "https://mcp.example.com", is_remote=True)


def link(number: int, *, opened: bool) -> OpenLink:
    """One of several links of one server."""
    where = inspect_link(f"https://mcp.example.com/connect/{number}", server_origin=ACME.origin)
    return OpenLink(where, ServerText(f"It needs account\x1b[2J {number}."), opened)


async def waited(*links: OpenLink, keys: str = "\n", again: bool = False) -> tuple[WaitAnswer, str]:
    """The word that ended it, and what was on the screen, in one line."""
    async with screen() as one:

        async def type_when_told() -> None:
            while not re.search(r"(to stop|to stop waiting|stops waiting)\. $", re.sub(r"\s+", " ", one.shown)):
                await one.read()
            await anyio.sleep(0.02)
            os.write(one.master, keys.encode())

        async with anyio.create_task_group() as group:
            group.start_soon(type_when_told)
            answer = await Terminal(one.path, colour=False).wait(Waiting(ACME, links, 120, again=again))
        return answer, one.shown.replace("\r\n", "\n")


@pytest.mark.requirement("URL-13")
@pytest.mark.attack("F13")
async def test_two_links_that_no_browser_took_are_shown_each_with_what_it_is_for() -> None:
    """The addresses alone look alike. One that a browser took is not shown again."""
    answer, shown = await waited(link(1, opened=False), link(2, opened=True), link(3, opened=False))
    assert answer == Done()
    assert "| It needs account<U+001B>[2J 1.\nhttps://mcp.example.com/connect/1\n" in shown
    assert "| It needs account<U+001B>[2J 3.\nhttps://mcp.example.com/connect/3\n" in shown
    assert "/connect/2" not in shown
    assert "Copy these links" in shown


async def test_what_a_browser_took_is_only_waited_for() -> None:
    """How long, and how it ends."""
    _, shown = await waited(link(1, opened=True))
    assert "/connect/1" not in shown
    assert "up to 2 minutes" in re.sub(r"\s+", " ", shown)


@pytest.mark.requirement("UI-6")
@pytest.mark.parametrize(
    ("keys", "answer"), [("\n", Done()), ("what\ndone\n", Done()), ("c\n", Cancelled()), ("\x03", Cancelled())]
)
async def test_a_word_ends_the_waiting(keys: str, answer: WaitAnswer) -> None:
    """And Ctrl-C does."""
    assert (await waited(link(1, opened=True), keys=keys))[0] == answer


async def test_not_yet_is_told_and_a_busy_server_too() -> None:
    """Neither shows a link."""
    assert "not finished yet" in (await waited(link(1, opened=False), again=True))[1]
    assert "still busy" in (await waited(keys="\n"))[1]
