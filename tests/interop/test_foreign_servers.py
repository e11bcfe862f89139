"""Our host against other people's servers, and as the client that the official suite drives."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from elicitor.client.scripted import Fill, Follow, Scripted
from elicitor.sdk.client import Host
from support.node import TOOLS, node_binary

pytestmark = [pytest.mark.anyio, pytest.mark.node]

HERE = Path(__file__).parent
PACKAGES = TOOLS / "node_modules" / "@modelcontextprotocol"
ANSWERS = {
    "name": "Ann",
    "check": True,
    "firstLine": "Once upon a time",
    "email": "ann@example.com",
    "homepage": "https://ann.example.com",
    "birthdate": "2000-02-29",
    "integer": 50,
    "number": 3.5,
}


@pytest.fixture(scope="module")
def everything() -> Iterator[str]:
    """The reference server that has one of everything, on a port of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [node_binary(), PACKAGES / "server-everything" / "dist" / "index.js", "streamableHttp"],
        env={"PATH": os.defpath, "PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if f"on port {port}" in line:
            break
    assert process.poll() is None
    yield f"http://127.0.0.1:{port}/mcp"
    process.terminate()
    process.wait(10)
    process.stderr.close()


async def test_every_kind_of_field_of_somebody_elses_form(everything: str) -> None:
    """Read, filled in, checked, and understood on the other side."""
    person = Scripted(forms=[Fill(ANSWERS)])
    async with Host(person=person).connect(everything, name="Everything") as client:
        result: Any = await client.call_tool("trigger-elicitation-request", {})
    told = " ".join(content.text for content in result.content)
    assert person.unanswered == []
    for words in ("Name: Ann", "Agreed to terms: true", "Favorite Integer: 50", "Favorite Number: 3.5", "2000-02-29"):
        assert words in told


@pytest.mark.requirement("URL-8", "ERR-5", "DONE-7")
@pytest.mark.parametrize("by_error", [False, True])
async def test_both_ways_to_a_link(everything: str, by_error: bool) -> None:
    """On the open call, and by error -32042 with the call made again."""
    visited: list[str] = []

    async def browse(url: str) -> None:
        visited.append(url)

    async with Host(person=Scripted(links=[Follow(browse)])).connect(everything, name="Everything") as client:
        arguments = {"url": "https://example.com/x", "errorPath": by_error}
        result: Any = await client.call_tool("trigger-url-elicitation", arguments)
    assert "User completed the URL elicitation flow" in result.content[0].text
    assert len(visited) == int(by_error)  # an open call goes on without waiting for the visit


@pytest.mark.attack("F1", "F3")
@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "https://bank.example@evil.example/"])
async def test_a_link_that_no_browser_should_open_is_shown_to_nobody(everything: str, url: str) -> None:
    """The server hears cancel; an ordinary one on the same connection is opened."""
    visited: list[str] = []

    async def browse(link: str) -> None:
        visited.append(link)

    async with Host(person=Scripted(links=[Follow(browse)])).connect(everything, name="Everything") as client:
        result: Any = await client.call_tool("trigger-url-elicitation", {"url": url})
        assert "cancelled" in result.content[0].text
        good = {"url": "https://example.com/x", "errorPath": True}
        result = await client.call_tool("trigger-url-elicitation", good)
        assert "completed" in result.content[0].text
    assert len(visited) == 1
    assert visited[0].startswith("https://")


@pytest.mark.requirement("MRTR-5", "MRTR-6", "FORM-8")
@pytest.mark.case("R027", "R095")
@pytest.mark.parametrize("scenario", ["elicitation-sep1034-client-defaults", "sep-2322-client-request-state"])
def test_the_official_suite_is_content_with_our_client(scenario: str, tmp_path: Path) -> None:
    """One by one; the program is conformance_client.py."""
    command = f"{sys.executable} {HERE / 'conformance_client.py'}"
    done = subprocess.run(
        [
            node_binary(),
            PACKAGES / "conformance" / "dist" / "index.js",
            "client",
            "--command",
            command,
            "--scenario",
            scenario,
            "--timeout",
            "60000",
            "-o",
            str(tmp_path),
        ],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE.parents[1] / "src")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    found = re.search(r"Passed: (\d+)/(\d+), (\d+) failed, (\d+) warnings", done.stdout + done.stderr)
    assert found is not None, done.stdout + done.stderr
    passed, checks, failed, warnings = map(int, found.groups())
    assert (failed, warnings) == (0, 0), done.stdout + done.stderr
    assert passed == checks >= 5
