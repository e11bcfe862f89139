"""The command's table of verbs."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from elicitor.cli.main import _VERBS, main


@pytest.mark.parametrize("verb", sorted(_VERBS))
def test_every_verb_is_there_and_explains_itself(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By `--help`, with its own name."""
    assert callable(importlib.import_module(_VERBS[verb][0]).main)
    with pytest.raises(SystemExit) as stop:
        main([verb, "--help"])
    assert stop.value.code == 0
    assert f"elicitor {verb}" in capsys.readouterr().out


def test_help_loads_nothing_heavy() -> None:
    """So that it answers at once."""
    code = (
        "import sys; from elicitor.cli.main import main; main(['--help']);"
        "print([m for m in ('mcp', 'sqlalchemy', 'starlette', 'pydantic', 'httpx2') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.rstrip().endswith("[]")
