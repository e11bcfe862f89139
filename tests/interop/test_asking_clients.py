"""Other people's clients, and the official referee, against a server whose bodies ask."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client as FastMCPClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

from support.node import TOOLS, node_binary

pytestmark = pytest.mark.node

HERE = Path(__file__).parent
TWICE = "test_input_required_result_multi_round"
QUESTIONS = ["Step 1: What is your name?", "Step 2: What is your favorite color?"]
OUTCOME = "Ann likes Ann"
OLDER = ["tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"]
NEWER = [
    f"input-required-result-{name}"
    for name in (
        "basic-elicitation",
        "basic-sampling",
        "basic-list-roots",
        "request-state",
        "multiple-input-requests",
        "multi-round",
        "missing-input-response",
        "non-tool-request",
        "result-type",
        "unsupported-methods",
        "tampered-state",
        "capability-check",
        "ignore-extra-params",
        "validate-input",
    )
]
WARNED = {
    # The suite sends an answer to a question that it was never asked, without a state, and would like it to be taken.
    # Ours puts the question instead: what was not asked is not heard.
    "input-required-result-ignore-extra-params": 1,
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Where the server is, in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, HERE / "asking_server.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    said = json.loads(process.stdout.readline())
    assert said["pid"] == process.pid
    yield said["url"]
    process.stdin.close()
    process.wait(20)
    process.stdout.close()


def node(script: Path, *arguments: str, **environment: str) -> str:
    """What a program in JavaScript prints."""
    done = subprocess.run(
        [node_binary(), script, *arguments],
        env={"PATH": os.defpath, "TOOLS": str(TOOLS), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.requirement("MRTR-1", "MRTR-4", "FORM-1", "FORM-6", "FORM-7", "CAP-4")
@pytest.mark.case("R007", "R094")
@pytest.mark.parametrize("scenario", OLDER + NEWER)
def test_the_official_suite_is_content(url: str, scenario: str, tmp_path: Path) -> None:
    """Every scenario on elicitation and on results that ask for input."""
    suite = TOOLS / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    printed = node(suite, "server", "--url", url, "--scenario", scenario, "-o", str(tmp_path))
    found = re.search(r"Passed: (\d+)/(\d+), (\d+) failed, (\d+) warnings", printed)
    assert found is not None, printed
    passed, checks, failed, warnings = map(int, found.groups())
    assert passed == checks > 0
    assert failed == 0
    assert warnings == WARNED.get(scenario, 0), printed


def test_the_first_typescript_sdk_answers(url: str) -> None:
    """It knows era A."""
    told = json.loads(node(HERE / "clients" / "ts_v1.mjs", URL=url, TOOL=TWICE))
    assert told == {"asked": QUESTIONS, "text": OUTCOME}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_second_typescript_sdk_answers_in_both_eras(url: str, mode: str) -> None:
    """By itself, in either."""
    told = json.loads(node(HERE / "clients" / "ts_v2.mjs", URL=url, TOOL=TWICE, MODE=mode))
    assert told == {"asked": QUESTIONS, "text": OUTCOME}


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspectors_command_line_answers_in_both_eras(url: str, era: str, tmp_path: Path) -> None:
    """It parks the call and takes the answers one by one."""
    program = TOOLS / "node_modules" / "@modelcontextprotocol" / "inspector" / "clients" / "mcpdo" / "build"

    def mcpdo(*arguments: str) -> Any:
        settings = {"HOME": str(tmp_path), "MCP_INSPECTOR_SECRET_STORE": "memory", "XDG_RUNTIME_DIR": str(tmp_path)}
        printed = node(program / "mcp-bin.js", "--format", "json", *arguments, **settings)
        return json.loads(printed) if printed.strip().startswith("{") else printed

    mcpdo("connect", url, "--transport", "http", "--era", era, "--connection", "p", "--elicit", "both")
    try:
        told = mcpdo("--connection", "p", "tools/call", TWICE)
        for question, field in zip(QUESTIONS, ("name", "color"), strict=True):
            pending = told["elicitationPending"]
            assert pending["message"] == question
            told = mcpdo("--connection", "p", "elicitation/respond", pending["elicitationId"], f"{field}:=Ann")
        assert OUTCOME in json.dumps(told)
    finally:
        mcpdo("daemon", "stop")


@pytest.mark.anyio
async def test_fastmcps_client_answers(url: str) -> None:
    """Whichever era it settles on."""
    asked: list[str] = []

    async def answer(message: str, _: Any, params: Any, __: Any) -> dict[str, str]:
        asked.append(message)
        return {next(iter(params.requested_schema["properties"])): "Ann"}

    async with FastMCPClient(url, elicitation_handler=answer) as client:
        result: Any = await client.call_tool(TWICE, {})
    assert (asked, result.content[0].text) == (QUESTIONS, OUTCOME)


@pytest.mark.anyio
@pytest.mark.case("R072")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
async def test_the_sdks_own_client_answers(url: str, mode: str) -> None:
    """Over HTTP, on stdio and in process alike; see tests/asking/test_transports.py for the latter two."""
    asked: list[str] = []

    async def answer(_: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={next(iter(params.requested_schema["properties"])): "Ann"})

    async with Client(streamable_http_client(url), mode=mode, elicitation_callback=answer) as client:
        result: Any = await client.call_tool(TWICE, {})
    assert (asked, result.content[0].text) == (QUESTIONS, OUTCOME)
