"""What a person sees at a terminal, whole: each story at three widths, held against a file that was looked at.

After a change run `GOLDEN=write python -m pytest tests/client/terminal/test_stories.py`, and look at the difference.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.terminal.screen import screen
from elicitor.client.asker import Asker
from elicitor.client.person import FormQuestion, LinkQuestion, OpenLink, Waiting
from elicitor.client.terminal import Terminal
from elicitor.client.terminal.look import Look
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.forms import read_form
from elicitor.protocol.links import inspect_link
from elicitor.protocol.plain import ServerText

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parent / "golden"
ACME = Asker("Acme files", "https://mcp.example.com", is_remote=True)
BENIGN = "https://mcp.example.com/connect/wHK_2eqBXJp5Y3E5d4UmE4sOvHakVGlWG3GIwN3Uc2E"
EVERY_FIELD = read_form(
    {
        "type": "object",
        "properties": {
            "name": {"type": "string", "title": "Your name", "description": "As it stands in your passport"},
            "mail": {"type": "string", "format": "email", "title": "Where to write to"},
            "day": {"type": "string", "format": "date", "title": "Day of travel"},
            "people": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2, "title": "How many"},
            "budget": {"type": "number", "title": "Budget"},
            "seat": {"type": "string", "oneOf": [{"const": "w", "title": "Window"}, {"const": "a", "title": "Aisle"}]},
            "extras": {"type": "array", "items": {"enum": ["meal", "wifi", "bag"]}, "title": "Extras"},
            "agree": {"type": "boolean", "title": "I agree to the terms", "default": True},
        },
        "required": ["name", "agree"],
    }
)
Act = Callable[[Terminal], Awaitable[Any]]


def link(url: str, message: str) -> Act:
    """A link is asked for."""
    question = LinkQuestion(ACME, ServerText(message), inspect_link(url, server_origin=ACME.place))
    return lambda terminal: terminal.show_link(question)


def form(message: str) -> Act:
    """A form is asked for."""
    return lambda terminal: terminal.fill_form(FormQuestion(ACME, ServerText(message), EVERY_FIELD))


def waiting(*, opened: bool) -> Act:
    """Somebody is in the browser."""
    why = ServerText("Files needs your GitHub account for this. Open its page.")
    links = (OpenLink(inspect_link(BENIGN, server_origin=ACME.place), why, opened),)
    return lambda terminal: terminal.wait(Waiting(ACME, links, 600))


FILL_IN = ["answer", "Ann Example", "ann", "ann@example.com", "24.12.", "2026-12-24", "", "", "1", "1,3", "", "no"]
STORIES: dict[str, tuple[Act, list[str], type]] = {
    "link-benign": (link(BENIGN, "Files needs your GitHub account for this. Open its page."), ["open"], object),
    "link-lookalike": (link("https://аррӏе.com/login", "Sign in, please.\nHost: apple.com"), ["what", "no"], Declined),
    "form-filled-in": (form("Where would you like to go?"), [*FILL_IN, "change", "1", "Bea", "send"], Accepted),
    "form-declined": (form("Where would you like to go?"), ["no"], Declined),
    "waiting-opened": (waiting(opened=True), ["what", ""], object),
    "waiting-not-opened": (waiting(opened=False), ["c"], Cancelled),
}


async def played(story: str, columns: int, *, colour: bool) -> tuple[Any, str]:
    """The answer, and everything that stood on the screen."""
    act, lines, _ = STORIES[story]
    async with screen(columns) as one:
        async with anyio.create_task_group() as group:
            group.start_soon(one.type_unprompted if story.startswith("waiting") else one.type, lines)
            answer = await act(Terminal(one.path, colour=colour))
        return answer, one.shown.replace("\r\n", "\n").rstrip() + "\n"


@pytest.mark.requirement("UI-1", "UI-2", "FORM-12", "URL-11")
@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("story", STORIES)
async def test_the_screen_is_what_was_looked_at(story: str, columns: int) -> None:
    """Letter by letter, without colour; with colour nothing but colour is added."""
    answer, shown = await played(story, columns, colour=False)
    assert isinstance(answer, STORIES[story][2])
    file = GOLDEN / f"{story}-{columns}.txt"
    if os.environ.get("GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(shown)
    assert shown == file.read_text()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
    words = [line for line in shown.split("\n") if len(line) > columns and " " in line.strip()]
    assert words == []  # only a link that is not to be broken is longer than a line


@pytest.mark.parametrize("story", ["link-benign", "form-filled-in"])
async def test_colour_adds_nothing_but_colour(story: str) -> None:
    """So nobody misses anything without it."""
    _, plain = await played(story, 80, colour=False)
    _, coloured = await played(story, 80, colour=True)
    assert coloured != plain
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@pytest.mark.attack("F13", "F14")
@given(st.text(max_size=200), st.integers(20, 160))
@settings(max_examples=300, deadline=None)
def test_no_text_of_a_server_controls_the_terminal(text: str, columns: int) -> None:
    """Nothing below a space but line feeds, nothing that turns or hides letters, every line behind its bar."""
    shown = Look(columns).quoted(ServerText(text))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", shown)
    assert all(line.startswith("| ") or line == "|" for line in shown.rstrip("\n").split("\n"))
