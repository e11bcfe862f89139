"""A token from a running box, in a program and on the command line."""

from __future__ import annotations

import asyncio

import anyio.to_thread
import pytest

from elicitor.errors import Misuse
from elicitor.testing import Client, mcp_authority, serve
from elicitor.testing.tokens import NOWHERE, main, obtain_token

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]
RESOURCE = "http://127.0.0.1:8000/mcp"


async def test_alice_gets_one_and_a_strange_resource_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    """With a sentence that says what to look at."""
    box = mcp_authority(clients=[Client("mcp-client", (NOWHERE,))], resources=[RESOURCE])
    async with serve(box):
        assert (await obtain_token(box.issuer, RESOURCE, "alice")).reveal().count(".") == 2
        with pytest.raises(Misuse, match="gave no code"):
            await obtain_token(box.issuer, "http://other.example/mcp", "alice")
        assert await anyio.to_thread.run_sync(main, ["alice", "--issuer", box.issuer]) == 0
        assert capsys.readouterr().out.count(".") == 2


def test_without_a_box_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """And not with a traceback."""
    assert main(["alice", "--issuer", "http://127.0.0.1:1"]) == 1
    assert "Is the box running" in capsys.readouterr().err
    asyncio.set_event_loop(None)
