"""`elicitor form` asks a form, and says by its exit status what became of it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from elicitor.cli.form import main

SCHEMA = {"type": "object", "properties": {"x": {"type": "string"}}}


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        '{"type": "array"}',
        json.dumps({"requestedSchema": {"type": "object", "properties": {"x": {"$ref": "#"}}}}),
    ],
)
def test_what_is_no_form_is_told_and_not_asked(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence, with a status of its own."""
    file = tmp_path / "form.json"
    file.write_text(content)
    assert main([str(file)]) == 3
    assert capsys.readouterr().err


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """As well."""
    assert main(["/nonexistent"]) == 3
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.attack("F9")
def test_without_a_terminal_nothing_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """From standard input or not."""
    monkeypatch.setattr("elicitor.client.terminal.tty.Tty.open", _no_terminal)
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(SCHEMA)))
    assert main(["-"]) == 4


def _no_terminal(*_: object) -> object:
    from elicitor.errors import Refused  # noqa: PLC0415

    raise Refused("no_terminal", "There is none.")
