"""A link at a real pseudo-terminal: shown whole, explained, and opened by nobody who did not say so."""

from __future__ import annotations

import os
import re

import anyio
import pytest

from client.terminal.screen import screen
from elicitor.client.asker import Asker
from elicitor.client.person import Agreed, Blocked, LinkAnswer, LinkQuestion
from elicitor.client.terminal import Terminal
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.links import inspect_link
from elicitor.protocol.plain import ServerText

pytestmark = pytest.mark.anyio

LONG = "https://accounts.google.com.evil.example/" + "a" * 300


async def asked(
    lines: list[str],
    url: str = LONG,
    *,
    columns: int = 80,
    message: str = "Why\x1b[2J\u202e?",
    colour: bool = False,
    early: str = "",
) -> tuple[LinkAnswer, str]:
    """The answer, and what was on the screen."""
    link = inspect_link(url, server_origin="https://mcp.example.com")
    question = LinkQuestion(Asker("Acme files", "https://mcp.example.com", is_remote=True), ServerText(message), link)
    async with screen(columns) as one:
        os.write(one.master, early.encode())
        async with anyio.create_task_group() as group:
            group.start_soon(one.type, lines)
            answer = await Terminal(one.path, colour=colour).show_link(question)
        await one.read_rest()
        return answer, one.shown


@pytest.mark.requirement("URL-10", "URL-11", "URL-13", "URL-14", "UI-1", "UI-3", "UI-4")
@pytest.mark.attack("F5", "F13", "F14", "F16")
@pytest.mark.parametrize("columns", [40, 80, 120])
async def test_the_whole_link_is_shown_with_its_host_apart_and_what_is_to_be_said(columns: int) -> None:
    """At every width; nothing of the server's moves the cursor, and its words stand behind a bar."""
    answer, shown = await asked(["open"], columns=columns)
    assert answer == Agreed()
    assert LONG in shown.replace("\r\n", "\n").split("\n")
    assert "Host: accounts.google.com.evil.example" in shown
    assert "It belongs to: evil.example" in shown
    assert "well-known site in front" in re.sub(r"\s+", " ", shown)
    assert "Acme files" in shown
    assert "https://mcp.example.com" in shown
    assert "\n| Why<U+001B>[2J<U+202E>?" in shown
    assert not re.search(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", shown)


async def test_colour_only_repeats_what_the_words_say() -> None:
    """And is there when it is wanted."""
    plain = (await asked(["no"]))[1]
    coloured = (await asked(["no"], colour=True))[1]
    assert coloured != plain
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain


@pytest.mark.requirement("URL-10", "UI-2", "UI-6")
@pytest.mark.attack("F9")
@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ([""], Declined()),
        (["n"], Declined()),
        (["maybe", "perhaps"], Declined()),
        (["cancel"], Cancelled()),
        (["\x03"], Cancelled()),
        (["\x1b"], Cancelled()),
        (["block"], Blocked()),
        (["o"], Agreed()),
        (["what", "open"], Agreed()),
    ],
)
async def test_the_answer_is_the_persons_and_no_is_the_default(lines: list[str], answer: LinkAnswer) -> None:
    """Nothing that is not understood opens anything."""
    assert (await asked(lines))[0] == answer


@pytest.mark.attack("F9")
async def test_yes_is_no_word_and_what_a_second_slip_means_is_said() -> None:
    """A finger that answers every question with y opens nothing."""
    answer, shown = await asked(["y", "yes"])
    assert answer == Declined()
    assert "it counts as no." in re.sub(r"\s+", " ", shown)
    assert "it counts as" not in (await asked(["y", "open"]))[1]


@pytest.mark.attack("F9")
async def test_what_was_typed_before_the_question_is_no_answer() -> None:
    """It is thrown away; typed after it, it counts."""
    assert (await asked([""], early="open\nopen\n"))[0] == Declined()
    assert (await asked(["open"], early="no\n"))[0] == Agreed()


@pytest.mark.requirement("CAP-1", "CAP-3")
@pytest.mark.attack("F9")
async def test_without_a_terminal_nothing_is_declared_and_nothing_is_opened() -> None:
    """As in a container or a cron job."""
    link = inspect_link(LONG)
    nobody = Terminal("/dev/nonexistent")
    assert not nobody.modes
    assert await nobody.show_link(LinkQuestion(Asker("Acme"), ServerText("Why"), link)) == Cancelled()
