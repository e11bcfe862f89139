"""`elicitor form FILE|-`: ask a form at the terminal, as a server's would be asked, and print the answer as JSON.

FILE holds a `requestedSchema`, or the params of an `elicitation/create`. Exit status: 0 answered, 1 declined, 2 the
command line makes no sense, 3 the form is none that may be shown, 4 dismissed, or there is no terminal.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import anyio

from elicitor.client.asker import Asker
from elicitor.client.person import FormQuestion
from elicitor.client.terminal import Terminal
from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Accepted, Declined
from elicitor.protocol.forms import read_form
from elicitor.protocol.plain import ServerText, visible_line

__all__ = ["main"]

_DECLINED, _UNREADABLE, _DISMISSED = 1, 3, 4


def main(arguments: list[str] | None = None) -> int:
    """Ask a form."""
    parser = argparse.ArgumentParser(prog="elicitor form", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="a file with the form, or - for standard input")
    parser.add_argument("--name", default="A form", help="who asks, as you call them")
    options = parser.parse_args(arguments)
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8")
        question = _question(json.loads(text), options.name)
    except (OSError, ValueError) as error:
        print(f"The form cannot be read: {error}", file=sys.stderr)
        return _UNREADABLE
    except PeerBroke as error:
        print(error.sentence, file=sys.stderr)
        return _UNREADABLE
    answer = anyio.run(Terminal().fill_form, question)
    if isinstance(answer, Accepted):
        print(json.dumps(dict(answer.content), ensure_ascii=False))
        return 0
    return _DECLINED if isinstance(answer, Declined) else _DISMISSED


def _question(content: object, name: str) -> FormQuestion:
    params = content if isinstance(content, Mapping) else {}
    message = params.get("message", "")
    schema = params.get("requestedSchema", content)
    return FormQuestion(
        Asker(visible_line(name).strip() or "A form"),
        ServerText(message if isinstance(message, str) else ""),
        read_form(schema),
    )
