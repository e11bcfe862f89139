"""`python -m elicitor.testing` as a reader of the README meets it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest

from elicitor.testing import Listener, ScriptedBrowser
from elicitor.testing.__main__ import main

pytestmark = pytest.mark.anyio


@contextmanager
def _running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    program = subprocess.Popen(
        [sys.executable, "-m", "elicitor.testing", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    greeting = ""
    for line in program.stdout:
        greeting += line
        if "Ctrl-C" in line:
            break
    try:
        yield program, greeting
    finally:
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=10)


def _issuers(greeting: str) -> list[str]:
    return re.findall(r"^  issuer +(\S+)", greeting, re.MULTILINE)


def test_prints_addresses_clients_and_redirect_uris() -> None:
    """Everything that has to stand in the reader's file."""
    with _running("--redirect-uri", "http://localhost:8000/cb", "--resource", "http://localhost:8000/x") as (
        _,
        text,
    ):
        authority, acme = _issuers(text)
        assert authority != acme
        for expected in ("mcp-server-secret", "my-server-secret", "mcp-client", "http://localhost:8000/cb"):
            assert expected in text
        assert "resource       http://localhost:8000/x\n" in text
        assert f"GET {acme}/api/files" in text


def test_both_servers_answer_and_ctrl_c_ends_them_quietly() -> None:
    """Status 0, and nothing on stderr: no traceback, no warning."""
    with _running() as (program, text):
        for issuer in _issuers(text):
            found = httpx2.get(f"{issuer}/.well-known/openid-configuration", trust_env=False).json()
            assert found["issuer"] == issuer
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=10)
        assert (program.returncode, errors) == (0, "")


async def test_an_unknown_redirect_uri_is_shown_to_the_developer() -> None:
    """The page says what came, so that it can be passed as an option."""
    with _running() as (_, text):
        async with ScriptedBrowser() as browser:
            page = await browser.open(
                f"{_issuers(text)[0]}/authorize?client_id=mcp-server&redirect_uri=http://localhost:8000/cb"
            )
    assert page.status == 400
    assert "http://localhost:8000/cb" in page.text
    assert "more with --redirect-uri" in text


def test_ends_on_a_termination_signal(capsys: pytest.CaptureFixture[str]) -> None:
    """As a supervisor sends it; status 0, and the signal's old handler is back."""
    over = threading.Event()

    def supervise() -> None:
        while not over.wait(0.05):
            os.kill(os.getpid(), signal.SIGTERM)

    ignored: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: ignored.append(number))
    ours = signal.getsignal(signal.SIGTERM)
    supervisor = threading.Thread(target=supervise)
    supervisor.start()
    try:
        assert main(["--port", "0", "--resource", "http://localhost:1/mcp"]) == 0
        assert signal.getsignal(signal.SIGTERM) is ours
    finally:
        over.set()
        supervisor.join()
        signal.signal(signal.SIGTERM, before)
    assert "http://localhost:1/mcp" in capsys.readouterr().out


def test_a_taken_port_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2 and what to change."""
    held = Listener.open()
    with held.socket:
        assert main(["--port", str(held.port)]) == 2
    assert f"Port {held.port}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["--port", "0", "--redirect-uri", "/callback"], "/callback"), (["--port", "99999"], "99999")],
)
def test_a_bad_option_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    """Not by a traceback."""
    assert main(arguments) == 2
    assert told in capsys.readouterr().err
