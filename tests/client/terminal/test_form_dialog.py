"""A form at a real pseudo-terminal, typed by a script that reads the screen."""

from __future__ import annotations

import os
import pty
import re
from collections.abc import Sequence

import anyio
import anyio.to_thread
import pytest

from elicitor.client.asker import Asker
from elicitor.client.person import Blocked, FormAnswer, FormQuestion
from elicitor.client.terminal import Terminal
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.forms import read_form
from elicitor.protocol.plain import ServerText

pytestmark = pytest.mark.anyio

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2, "title": "Your name\x1b[31m"},
        "seat": {"type": "string", "enum": ["w", "a"], "default": "w"},
        "agree": {"type": "boolean", "default": True},
    },
    "required": ["name", "agree"],
}


async def talk(lines: Sequence[str], schema: object = SCHEMA) -> tuple[FormAnswer, str]:
    """Type each line when the prompt is there; returns the answer and everything that was on the screen."""
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    question = FormQuestion(Asker("Acme"), ServerText("Why\u202e not?"), read_form(schema))
    screen = ""

    async def type_them() -> None:
        nonlocal screen
        for line in lines:
            while not screen.endswith("> "):
                screen += (await anyio.to_thread.run_sync(os.read, master, 65536)).decode()
            await anyio.sleep(0.02)
            os.write(master, f"{line}\n".encode())
            screen += (await anyio.to_thread.run_sync(os.read, master, 65536)).decode()

    try:
        with anyio.fail_after(30):
            async with anyio.create_task_group() as group:
                group.start_soon(type_them)
                answer = await Terminal(path, colour=False).fill_form(question)
        return answer, screen
    finally:
        os.close(slave)
        os.close(master)


@pytest.mark.requirement("FORM-9", "FORM-12", "UI-1")
@pytest.mark.attack("F13", "F14", "F19")
async def test_one_question_after_another_and_a_review() -> None:
    """A wrong answer is asked again, a suggestion is taken by Enter, and a yes never is."""
    answer, screen = await talk(["answer", "A", "Ann", "", "", "no", "change", "2", "2", "send"])
    assert answer == Accepted({"name": "Ann", "seat": "a", "agree": False})
    assert "The server suggests: w" in screen
    assert "This is needed" in screen
    assert "<U+001B>" in screen
    assert "<U+202E>" in screen
    assert not re.search(r"[\x00-\x09\x0b\x0c\x0e-\x1f\u202e]", screen)


@pytest.mark.requirement("UI-2", "UI-6", "ACT-1")
@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["no"], Declined()),
        ([""], Declined()),
        (["cancel"], Cancelled()),
        (["block"], Blocked()),
        (["answer", "\x03"], Cancelled()),
        (["answer", "\x1b"], Cancelled()),
        (["answer", "Ann", "", "yes", ""], Cancelled()),
        (["answer", "Ann", "", "yes", "no"], Declined()),
    ],
)
async def test_there_is_a_way_out_at_every_moment(lines: list[str], answer: FormAnswer) -> None:
    """Enter alone never sends anything."""
    assert (await talk(lines))[0] == answer
