"""The examples of the documents do what they say; the two servers among them have tests elsewhere."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp.server.mcpserver import MCPServer

from asking.bodies import Booking, serve, text_of
from client.terminal.screen import screen
from elicitor import ask
from elicitor.client.terminal import Terminal
from elicitor.sdk.client import Host
from elicitor.testing import run_app

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


def load(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def table(mcp: MCPServer[Any]) -> None:
    """Asks once."""

    @mcp.tool()
    async def book() -> str:
        return str((await ask.form(Booking, "Which day?")).people)


async def test_the_web_host_answers_on_its_own_pages() -> None:
    """A wrong answer is told what is wrong; the right one goes through; a question that is over says so."""
    web = load("web_host")
    user = web.WebUser()
    mcp, _ = serve(table)
    results: list[str] = []

    async def call() -> None:
        async with web.host_of(user).connect(mcp, name="Tables") as client:
            results.append(text_of(await client.call_tool("book", {})))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(call)
        with anyio.fail_after(5):
            while not web.questions_of(user):  # noqa: ASYNC110  a page would be reloaded
                await anyio.sleep(0.01)
        (number,) = web.questions_of(user)
        assert web.answer(user, number, {"day": "soon"}, yes=True).startswith("day: ")
        assert web.answer(user, number, {"day": "2026-12-24", "people": 4}, yes=True) == ""
    assert results == ["4"]
    assert web.answer(user, number, {}, yes=True) == "This question is over."


@pytest.mark.case("R179")
@pytest.mark.parametrize("era", ["2026-07-28"])
async def test_the_worker_says_that_a_person_is_needed(era: str) -> None:
    """With an exit status of its own, and at once."""
    del era
    mcp, _ = serve(table)
    async with run_app(mcp.streamable_http_app()) as origin:
        done = await anyio.to_thread.run_sync(
            lambda: subprocess.run(
                [sys.executable, EXAMPLES / "headless_worker.py", f"{origin}/mcp", "book"],
                capture_output=True,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                timeout=30,
                check=False,
            )
        )
    assert done.returncode == 3, done.stderr
    assert "needs a person" in done.stderr


async def test_the_agent_asks_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """The example's host, on a terminal of the test."""
    agent = load("terminal_agent")
    assert agent.warn_of_strangers is not None
    async with screen(100) as one:
        agent.host = Host(person=Terminal(one.path), policy=agent.host.policy, listeners=[agent.note])
        server = f"env PYTHONPATH={ROOT / 'src'} {sys.executable} {EXAMPLES / 'booking_server.py'}"
        place, day, sure = ["answer", "2", "send"], ["answer", "2026-12-24", "3", "send"], ["answer", "yes", "send"]
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agent.main, server, "book_table")
            tasks.start_soon(one.type, [*place, *day, *sure])
        shown = one.shown
    out = capsys.readouterr()
    assert "Old Mill, river table" in out.out + shown
    assert "[elicitation_shown]" in out.err
