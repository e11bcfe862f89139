"""`elicitor call SERVER TOOL key=value…`: a person's MCP client in one line.

SERVER is an address, or a command in quotes. A value is a text, or JSON where the tool's schema wants something else;
`key:=value` is JSON in any case. What the server asks is asked at the terminal, whatever standard input and output
are. The result goes to standard output, everything else to standard error.

Exit status: 0 the tool answered, 1 it answered with an error, 2 the command line makes no sense, 3 a person was needed
and the call could not go on, 4 the server could not be reached or broke the protocol, 130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import stat
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, Implementation, TextContent

from elicitor.client.opening import Browser
from elicitor.client.outcomes import CallStopped
from elicitor.client.policy import Policy
from elicitor.client.terminal import Terminal
from elicitor.errors import ElicitorError, Misuse
from elicitor.protocol.plain import visible_line, visible_lines
from elicitor.sdk.client import Host, HostedClient
from elicitor.sdk.client_door import TokenWanted

__all__ = ["main"]

_LONGEST_TOKEN = 64 * 1024
_TOOL_FAILED, _USAGE, _STOPPED, _UNREACHABLE = 1, 2, 3, 4
_CALLED = "elicitor call"
"""What servers call us, and show to the person on their pages."""
_TOKEN = "ELICITOR_TOKEN"  # noqa: S105  the name of a variable
_HOW = f"Give one with --token-file FILE, or set {_TOKEN}."
_PERSON_WANTED = {-32021, -32042}
_NOBODY = "A person was needed, and there is no terminal to ask at. Run this in a terminal."
_PLAINLY = {
    (
        -32601,
        "Not Found",
    ): "There is nothing at this address (404). Is it complete? Most servers answer at a path, /mcp.",
    (-32000, "Connection closed"): "The server ended before it answered.",
}
"""What the SDK says for states of the transport, by its own codes and words."""
_MODES = {"auto": "auto", "2025-11-25": "legacy", "2026-07-28": "2026-07-28"}


def main(arguments: list[str] | None = None) -> int:
    """Call a tool."""
    options = _parser().parse_args(arguments)
    try:
        return anyio.run(_call, options)
    except (ElicitorError, CallStopped, MCPError, OSError, httpx2.HTTPError) as error:
        return _complain(*_told(error))


def _told(error: Exception) -> tuple[str, int]:
    """An error in a sentence, and the exit status."""
    match error:
        case TokenWanted(code="token_missing"):
            told = f"{error.sentence} {_HOW}", _UNREACHABLE
        case Misuse():
            told = error.sentence, _USAGE
        case CallStopped():
            told = error.sentence, _STOPPED
        case ElicitorError():
            told = error.sentence, _UNREACHABLE
        case MCPError() if error.error.code in _PERSON_WANTED:
            told = _NOBODY, _STOPPED
        case MCPError() if (error.error.code, error.error.message) in _PLAINLY:
            told = _PLAINLY[error.error.code, error.error.message], _UNREACHABLE
        case MCPError():
            told = f"The server refused: {visible_line(error.error.message)} ({error.error.code})", _UNREACHABLE
        case _:
            told = f"The server cannot be reached: {visible_line(str(error))}", _UNREACHABLE
    return told


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="elicitor call",
        description=(__doc__ or "").partition("\n\n")[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("server", help="an address, or a command in quotes")
    parser.add_argument("tool", help="the name of the tool")
    parser.add_argument("arguments", nargs="*", metavar="key=value", help="an argument; key:=value is JSON")
    parser.add_argument("--name", default="", help="what you call the server; its host or program otherwise")
    parser.add_argument("--era", choices=_MODES, default="auto", help="the revision of the protocol to speak")
    parser.add_argument("--header", action="append", default=[], metavar="'Name: value'", help="an HTTP header")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"holds a bearer token; or set {_TOKEN}. Never on the command line",
    )
    parser.add_argument(
        "--timeout", type=float, metavar="SECONDS", help="how long the server may take, people not counted"
    )
    parser.add_argument(
        "--patience", type=float, default=900.0, metavar="SECONDS", help="how long to wait for a person"
    )
    parser.add_argument("--browser", default="", metavar="PROGRAM", help="opens links, instead of the system's browser")
    parser.add_argument("--json", action="store_true", help="print the whole result as JSON")
    return parser


async def _call(options: argparse.Namespace) -> int:
    host = Host(
        person=Terminal(),
        policy=Policy(patience=options.patience),
        opener=Browser(shlex.split(options.browser)),
    )
    async with host.connect(
        _target(options.server),
        name=options.name,
        headers=_headers(options),
        read_timeout_seconds=options.timeout,
        mode=_MODES[options.era],
        client_info=Implementation(name=_CALLED, version=version("elicitor")),
    ) as client:
        values = await _values(client, options.tool, options.arguments)
        result = await client.call_tool(options.tool, values)
    _show(result, as_json=options.json)
    if result.is_error and not host.person.modes:
        _complain("There was no terminal to ask a person at, which the server may have needed.", 0)
    return _TOOL_FAILED if result.is_error else 0


def _target(server: str) -> str | Sequence[str]:
    if server.startswith(("https://", "http://")):
        return server
    words = shlex.split(server)
    if not words:
        raise Misuse("server_missing", "Name a server: an address, or a command in quotes.")
    return words


def _headers(options: argparse.Namespace) -> dict[str, str] | None:
    headers: dict[str, str] = {}
    for header in options.header:
        name, colon, value = header.partition(":")
        if not colon:
            raise Misuse("header_malformed", "Write a header as 'Name: value'.")
        headers[name.strip()] = value.strip()
    token = _read_token(options.token_file) if options.token_file else os.environ.get(_TOKEN, "")
    if token and options.server.startswith(("https://", "http://")):
        headers["Authorization"] = f"Bearer {token}"
    return headers or None


def _read_token(path: Path) -> str:
    """The token in a file that nobody else can read, and that is no link to another one (F33)."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW)) as file:
            mode, token = os.fstat(file.fileno()).st_mode, file.read(_LONGEST_TOKEN).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse("token_file_unreadable", f"The token file {str(path)!r} cannot be read.") from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Misuse(
            "token_file_open",
            f"Other accounts of this machine may read the token file {str(path)!r}. Run: chmod 600 on it.",
        )
    return token


async def _values(client: HostedClient, tool: str, arguments: Sequence[str]) -> dict[str, Any]:
    """The arguments as the tool's schema wants them. The schema is fetched only where it decides something."""
    schema = await _schema(client, tool) if any(":=" not in argument for argument in arguments) else {}
    return dict(_value(argument, schema) for argument in arguments)


async def _schema(client: HostedClient, tool: str) -> Mapping[str, Any]:
    cursor: str | None = None
    while True:
        page = await client.list_tools(cursor=cursor)
        for found in page.tools:
            if found.name == tool:
                properties: Mapping[str, Any] = found.input_schema.get("properties") or {}
                return properties
        cursor = page.next_cursor
        if cursor is None:
            return {}


def _value(argument: str, schema: Mapping[str, Any]) -> tuple[str, Any]:
    name, equals, text = argument.partition("=")
    if not equals or not name.rstrip(":"):
        raise Misuse("argument_malformed", f"Write an argument as key=value, not {visible_line(argument[:40])}.")
    if not name.endswith(":") and schema.get(name, {}).get("type", "string") == "string":
        return name, text
    try:
        return name.removesuffix(":"), json.loads(text)
    except ValueError as error:
        raise Misuse(
            "argument_malformed", f"The value of {visible_line(name.removesuffix(':'))} must be JSON."
        ) from error


def _show(result: CallToolResult, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result.model_dump(by_alias=True, mode="json", exclude_none=True)))
        return
    for content in result.content:
        if isinstance(content, TextContent):
            print("\n".join(visible_lines(content.text)) if sys.stdout.isatty() else content.text)
        else:
            print(f"({content.type}; see it with --json)")


def _complain(sentence: str, status: int) -> int:
    print(f"elicitor: {sentence}", file=sys.stderr)
    return status
