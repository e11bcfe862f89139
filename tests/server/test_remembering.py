"""Answers that are kept for a person."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from mcp.server.mcpserver import MCPServer
from pydantic import Field

from asking.bodies import ERAS, Answers, client_of, serve, text_of
from elicitor import Ask, Elicitor, KeyRing, ask
from elicitor.errors import Misuse
from elicitor.protocol.forms import define_form
from elicitor.sdk.principal import person_of
from elicitor.server.question import Question
from elicitor.server.remembering import keep_answer, recall_answer

pytestmark = pytest.mark.anyio
ME = person_of(SimpleNamespace(request=None)).owner  # type: ignore[arg-type]  # a call that came over no network


def greeting(mcp: MCPServer[Any]) -> None:
    """Asks for a name, once in a life."""

    @mcp.tool()
    async def greet() -> str:
        return f"Hello {await ask.form(str, 'Your display name?', remember='display-name')}"

    @mcp.tool()
    async def greet_again(name: Annotated[str, Ask("Your display name?", remember="display-name")]) -> str:
        return f"Hello again {name}"


@pytest.fixture
def kept(tmp_path: Path) -> dict[str, Any]:
    """A place to keep answers."""
    return {"keys": KeyRing.load(KeyRing.new_key()), "storage": f"sqlite:///{tmp_path}/kept.db"}


@pytest.mark.parametrize("era", ERAS)
async def test_a_remembered_answer_is_not_asked_for_again(era: str, kept: dict[str, Any]) -> None:
    """By another function, another client and another process; listed by name, and asked for again once erased."""
    answers = Answers({"name": ["Ann", "Bea"]})
    for told in ("Ann", "Ann", "Bea"):
        mcp, elicitor = serve(greeting, **kept)
        remembered = elicitor.desk.lodge.vault.remembered
        async with client_of(mcp, era, answers) as client:
            if told == "Bea":
                await elicitor.desk.lodge.start()
                assert [each.name for each in await remembered.list(ME)] == ["display-name"]
                assert await remembered.erase(ME, "display-name")
            assert text_of(await client.call_tool("greet", {})) == f"Hello {told}"
            assert text_of(await client.call_tool("greet_again", {})) == f"Hello again {told}"
        await elicitor.desk.lodge.close()
    assert len(answers.asked) == 2


async def test_an_answer_that_does_not_fit_any_more_is_asked_for_again(kept: dict[str, Any]) -> None:
    """The author changed the form; and one that no key opens is not lost either."""
    elicitor = Elicitor(**kept)
    elicitor.attach(MCPServer("Tables"))
    lodge, owner = elicitor.desk.lodge, ME
    await lodge.start()
    await keep_answer(lodge, owner, "size", {"answer": 12})

    def about(source: Any, remember: str | None = "size") -> Question[Any]:
        return Question(form=define_form(source, message="How large?"), remember=remember)

    found = await recall_answer(lodge, owner, about(int))
    assert found is not None
    assert found[0].value == 12
    assert await recall_answer(lodge, owner, about(Annotated[int, Field(le=9)])) is None
    assert await recall_answer(lodge, owner, about(int, None)) is None
    await lodge.close()
    other = Elicitor(keys=KeyRing.load(KeyRing.new_key()), storage=kept["storage"])
    other.attach(MCPServer("Tables"))
    await other.desk.lodge.start()
    assert await recall_answer(other.desk.lodge, owner, about(int)) is None
    await other.desk.lodge.close()


async def test_without_keys_nothing_is_remembered() -> None:
    """Said at registration for a parameter, and in the call for a body."""

    def parameter(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def greet(name: Annotated[str, Ask("Your name?", remember="name")]) -> str:
            return name

    with pytest.raises(Misuse, match="keys="):
        serve(parameter)

    def body(mcp: MCPServer[Any]) -> None:
        @mcp.tool()
        async def greet() -> str:
            return await ask.form(str, "Your name?", remember="name")

    mcp, _ = serve(body)
    async with client_of(mcp, "legacy", Answers({"": "x"})) as client:
        assert "keys=" in text_of(await client.call_tool("greet", {}))
