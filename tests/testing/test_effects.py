"""Bodies that do something twice are found out, with the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer

from asking.bodies import serve
from elicitor import ask
from elicitor.errors import Misuse
from elicitor.testing import EffectRecorder, find_repeated_effects

pytestmark = pytest.mark.anyio
HERE = Path(__file__)


def line_of(words: str) -> int:
    """Where something stands in this file, for the first time."""
    return next(number for number, line in enumerate(HERE.read_text().splitlines(), 1) if words in line)


def shop(bank: Any, place: Path) -> Any:
    """Two tools that charge and write before they ask: a careless one and a careful one."""

    def register(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def careless() -> str:
            await bank.charge(5)
            (place / "log").write_text("charged")
            return await ask.choose("Which colour?", ["red", "blue"])

        @mcp.tool()
        async def careful() -> str:
            async def charge() -> str:
                (place / "log").write_text("charged")
                return str(await bank.charge(5))

            receipt = await ask.once("charge", charge)
            colour = await ask.choose("Which colour?", ["red", "blue"])
            (place / "log").write_text(colour)
            return receipt

    return register


async def test_what_is_done_again_is_named_with_its_line(tmp_path: Path) -> None:
    """Calls of a recorder, and files."""
    mcp, _ = serve(shop(EffectRecorder(), tmp_path))
    found = await find_repeated_effects(mcp, "careless", answers={"colour": "red"})
    assert [(Path(each.file), each.line, each.times) for each in found] == [
        (HERE, line_of("await bank.charge(5)"), 2),
        (HERE, line_of('write_text("charged")'), 2),
    ]
    assert "calls charge() in 2 runs of the body; put it into ask.once" in str(found[0])


async def test_what_is_done_once_is_not(tmp_path: Path) -> None:
    """Nor what comes after the last question."""
    mcp, _ = serve(shop(EffectRecorder(gives="receipt"), tmp_path))
    assert await find_repeated_effects(mcp, "careful", answers={"colour": "red"}) == []
    assert await find_repeated_effects(mcp, "careful", answers={"colour": "decline"}) == []


async def test_every_question_needs_an_answer(tmp_path: Path) -> None:
    """Named where there is none; a recorder can be used without awaiting it as well."""
    mcp, _ = serve(shop(EffectRecorder(), tmp_path))
    with pytest.raises(Misuse, match="colour"):
        await find_repeated_effects(mcp, "careful", answers={"size": "large"})
    assert EffectRecorder(gives=1).anything(2).value == 1
