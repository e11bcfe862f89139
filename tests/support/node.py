"""Node 22 and the npm packages that tests run against, put into `.tools/` by `make test`.

A program in JavaScript is started as a child that says in its first line of output, as JSON, where it is. Its standard
input is a pipe: a program that ends with it never outlives the tests. Where the tools are missing the tests fail and
say what to run; a test that skips itself proves nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["TOOLS", "node_binary", "running_script"]

TOOLS = Path(__file__).parents[2] / ".tools"
_START_SECONDS = 30.0
_STOP_SECONDS = 10.0


def node_binary() -> Path:
    """The Node of the tests.

    Raises:
        RuntimeError: it was not installed; run the command that the sentence names.
    """
    binary = TOOLS / "node"
    if not binary.exists():
        raise RuntimeError("These tests need Node 22 in .tools. Run `make test`, or ./scripts/set_up_node.sh .tools")
    return binary


@contextmanager
def running_script(script: Path, environment: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Run a program until the block ends.

    Args:
        script: the program.
        environment: variables for it, beside PATH.

    Yields:
        What it said in its first line.

    Raises:
        RuntimeError: it said nothing, or something else, in half a minute; what it complained about is in the message.
    """
    process = subprocess.Popen(
        [node_binary(), script],
        env={"PATH": os.defpath, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    heard = _Complaints(process)
    try:
        yield _first_line(process, script, heard)
    finally:
        _end(process)
        heard.finish()


class _Complaints:
    """Keeps reading what the program writes to standard error, so that it never waits for a reader."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._lines: list[str] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stderr is not None
        self._lines.extend(self._process.stderr)

    def wait(self) -> None:
        """Until the program has nothing more to say."""
        self._thread.join(_STOP_SECONDS)

    def finish(self) -> None:
        """Wait, and close the pipe."""
        self.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def text(self) -> str:
        """What was heard up to now."""
        return "".join(self._lines[-20:])


def _first_line(process: subprocess.Popen[str], script: Path, heard: _Complaints) -> dict[str, Any]:
    assert process.stdout is not None
    watchdog = threading.Timer(_START_SECONDS, process.kill)
    watchdog.start()
    try:
        said: dict[str, Any] = json.loads(process.stdout.readline())
    except ValueError:
        process.kill()
        process.wait()
        heard.wait()
        raise RuntimeError(f"{script.name} did not start: {heard.text().strip()}") from None
    finally:
        watchdog.cancel()
    if said.get("pid") != process.pid:
        raise RuntimeError(f"{script.name} did not say that it is process {process.pid}: {said}")
    return said


def _end(process: subprocess.Popen[str]) -> None:
    """By its own number, and gently first."""
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
