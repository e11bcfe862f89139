"""The `elicitor` command: a table of verbs, each loaded when it is called."""

from __future__ import annotations

import importlib
import sys

__all__ = ["main"]

_VERBS = {
    "call": ("elicitor.cli.call", "call a tool, and answer what its server asks"),
    "demo": ("elicitor.cli.demo", "watch a tool call that needs someone's account"),
    "form": ("elicitor.cli.form", "ask a form and print the answer"),
    "keys": ("elicitor.cli.keys", "make a key for the ring"),
    "link": ("elicitor.cli.link", "explain a link as the dialog would"),
}


_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run a verb; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given or given[0] in {"-h", "--help"}:
        print(_help())
        return 0
    if given[0] not in _VERBS:
        print(f"elicitor: there is no verb {given[0]!r}\n\n{_help()}", file=sys.stderr)
        return 2
    try:
        status: int = importlib.import_module(_VERBS[given[0]][0]).main(given[1:])
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status


def _help() -> str:
    lines = [f"  {verb:<8} {meaning}" for verb, (_, meaning) in _VERBS.items()]
    return "\n".join(["usage: elicitor VERB ...", "", *lines])
