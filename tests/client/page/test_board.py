"""The board wakes the one who waits, and takes an answer only from the sheet that is up."""

from __future__ import annotations

from collections.abc import Mapping

import anyio
import anyio.to_thread
import pytest

from elicitor.client.page.board import Board
from elicitor.client.page.sheet import Fields

pytestmark = pytest.mark.anyio


class Question:
    """A sheet that takes `yes`, and counts."""

    template = "question"

    def __init__(self) -> None:
        self.pressed: list[str] = []

    @property
    def facts(self) -> Mapping[str, object]:
        """See `Sheet`."""
        return {"pressed": len(self.pressed)}

    def act(self, action: str, fields: Fields) -> object | None:  # noqa: ARG002
        """See `Sheet`."""
        self.pressed.append(action)
        return "agreed" if action == "yes" else None

    def closing(self, answer: object | None) -> Mapping[str, object]:
        """See `Sheet`."""
        return {"title": str(answer), "sentence": "", "link": None}


def press(board: Board, action: str, secret: str = "") -> bool:
    """What the page's thread does."""
    return board.act(secret or str(board.view()[1]["secret"]), action, {})


async def test_an_answer_comes_back_from_the_pages_thread() -> None:
    """After a button that only changed the sheet."""
    board, question, answers = Board(60), Question(), []

    async def put() -> None:
        answers.append(await board.put(question))

    async with anyio.create_task_group() as group:
        group.start_soon(put)
        await anyio.sleep(0.01)
        assert board.view()[0] == "question"
        assert await anyio.to_thread.run_sync(press, board, "more")
        assert board.view()[1]["pressed"] == 1
        assert await anyio.to_thread.run_sync(press, board, "yes")
    assert answers == ["agreed"]
    assert board.view() == ("closed", {"title": "agreed", "sentence": "", "link": None, "fresh": True})


@pytest.mark.attack("F27")
async def test_only_the_sheets_own_secret_counts() -> None:
    """A wrong one, and one of the sheet before, do nothing; a second press neither."""
    board = Board(60)
    async with anyio.create_task_group() as group:
        first = Question()
        group.start_soon(board.put, first)
        await anyio.sleep(0.01)
        old = str(board.view()[1]["secret"])
        assert not await anyio.to_thread.run_sync(press, board, "yes", "guessed")
        assert first.pressed == []
        assert await anyio.to_thread.run_sync(press, board, "yes", old)
        assert not board.act(old, "yes", {})
        group.start_soon(board.put, Question())
        await anyio.sleep(0.01)
        assert not await anyio.to_thread.run_sync(press, board, "yes", old)
        group.cancel_scope.cancel()


async def test_a_sheet_that_is_called_off_comes_down() -> None:
    """And the board is idle when its last word has stayed long enough."""
    board = Board(0.05)
    with anyio.move_on_after(0.02):
        await board.put(Question())
    assert board.view()[1]["title"] == "None"
    assert not board.is_idle
    await anyio.sleep(0.06)
    assert board.is_idle
    assert not board.act("", "yes", {})
