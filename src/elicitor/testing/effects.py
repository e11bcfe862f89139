"""Finds what a body does twice: it is run the way revision 2026-07-28 runs it, from the top for each answer.

Whatever touches the world outside of `ask.once` in more than one of these runs is reported with its line: files that
are written, moved or deleted, connections that are opened, programs that are started, and calls of an `EffectRecorder`,
which stands in the place of a client for something outside.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from mcp import Client
from mcp.server.mcpserver import MCPServer
from mcp_types import ElicitResult

from elicitor.client.racing import unwrapped
from elicitor.errors import Misuse
from elicitor.server.doing import is_inside_once

__all__ = ["EffectRecorder", "RepeatedEffect", "find_repeated_effects"]

_MOST_ROUNDS = 50
_EVENTS = {
    "os.mkdir": "makes a directory",
    "os.remove": "deletes a file",
    "os.rename": "moves a file",
    "os.rmdir": "deletes a directory",
    "shutil.copyfile": "copies a file",
    "smtplib.send": "sends mail",
    "socket.connect": "opens a connection",
    "socket.sendto": "sends a datagram",
    "sqlite3.connect": "opens a database",
    "subprocess.Popen": "starts a program",
    "urllib.Request": "sends a request",
}
_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class RepeatedEffect:
    """Something that was done in more than one run of a body.

    Attributes:
        what: in words.
        file: where it stands in the author's code.
        line: of the file.
        times: in how many runs.
    """

    what: str
    file: str
    line: int
    times: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.what} in {self.times} runs of the body; put it into ask.once"


class EffectRecorder:
    """Stands in the place of a client for something outside: every method can be called, is noted, and gives `gives`.

    Methods are async where they are awaited.
    """

    def __init__(self, gives: Any = None) -> None:
        self._gives = gives

    def __getattr__(self, name: str) -> Callable[..., _Given]:
        def call(*_: Any, **__: Any) -> _Given:
            _note(f"calls {name}()", sys._getframe(1))  # noqa: SLF001  the caller's line is what this is about
            return _Given(self._gives)

        return call


class _Given:
    """A result that can be awaited, or left."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __await__(self) -> Any:
        return self.value
        yield  # a generator, so that it can be awaited


class _Watch:
    """What was seen, by place and round."""

    def __init__(self) -> None:
        self.round = 0
        self.seen: dict[tuple[str, str, int], set[int]] = {}

    def note(self, what: str, frame: FrameType | None) -> None:
        while frame is not None and not _is_authors(frame.f_code.co_filename):
            frame = frame.f_back
        if frame is not None:
            place = (what, frame.f_code.co_filename, frame.f_lineno)
            self.seen.setdefault(place, set()).add(self.round)


_watches: list[_Watch] = []


async def find_repeated_effects(
    mcp: MCPServer[Any], tool: str, arguments: Mapping[str, Any] | None = None, *, answers: Mapping[str, Any]
) -> list[RepeatedEffect]:
    """Run a tool to its end, and report what it did more than once outside of `ask.once`.

    Args:
        mcp: with elicitor attached.
        tool: the name of the tool.
        arguments: of the call.
        answers: by words that stand in the question: the content of a form, the value of its only field, or "decline"
            or "cancel".

    Raises:
        Misuse: `no_answer_prepared`, a question that no words match; `never_ends`.
    """
    _listen()
    watch = _Watch()
    _watches.append(watch)
    try:
        with unwrapped():
            async with Client(mcp, mode="2026-07-28", elicitation_callback=_declare) as client:
                await _run(client, watch, tool, dict(arguments or {}), answers)
    finally:
        _watches.remove(watch)
    return [
        RepeatedEffect(what, file, line, len(rounds))
        for (what, file, line), rounds in watch.seen.items()
        if len(rounds) > 1
    ]


async def _run(client: Client, watch: _Watch, tool: str, arguments: dict[str, Any], answers: Mapping[str, Any]) -> None:
    state: str | None = None
    responses: Any = None
    for watch.round in range(_MOST_ROUNDS):
        result: Any = await client.session.call_tool(
            tool, arguments, allow_input_required=True, input_responses=responses, request_state=state
        )
        requests = getattr(result, "input_requests", None)
        if not requests:
            return
        state = result.request_state
        responses = {key: _answer(request.params, answers) for key, request in requests.items()}
    raise Misuse("never_ends", f"{tool} asked more than {_MOST_ROUNDS} times.")


def _answer(params: Any, answers: Mapping[str, Any]) -> ElicitResult:
    for words, given in answers.items():
        if words not in params.message:
            continue
        if given in ("decline", "cancel"):
            return ElicitResult(action=given)
        properties = params.requested_schema["properties"]
        content = given if isinstance(given, dict) else {next(iter(properties)): given}
        return ElicitResult(action="accept", content=content)
    raise Misuse("no_answer_prepared", f"There is no answer to {params.message!r}.")


async def _declare(context: Any, params: Any) -> ElicitResult:  # noqa: ARG001  named as the SDK calls it
    raise AssertionError  # only makes the client declare forms: the rounds are driven by hand


@cache
def _listen() -> None:
    sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watches or is_inside_once():
        return
    if event == "open":
        mode = arguments[1] if len(arguments) > 1 else None
        if isinstance(mode, str) and set(mode) & set("wax+"):
            _note("writes a file", sys._getframe(1))  # noqa: SLF001
    elif event in _EVENTS:
        _note(_EVENTS[event], sys._getframe(1))  # noqa: SLF001


def _note(what: str, frame: FrameType) -> None:
    if is_inside_once():
        return
    for watch in _watches:
        watch.note(what, frame)


@cache
def _is_authors(file: str) -> bool:
    """Whether a file is neither Python's nor a library's nor ours."""
    if file.startswith("<"):
        return False
    path = Path(file).resolve()
    libraries = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return not any(path.is_relative_to(library) for library in (*libraries, _PACKAGE))
