"""The demo tells its story in both eras, and the command line says what there is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from elicitor import KeyRing
from elicitor.cli.main import main


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
def test_the_demo_completes_and_bob_is_refused(era: str) -> None:
    """Run as a user runs it."""
    told = subprocess.run(
        [sys.executable, "-m", "elicitor.cli.demo", "--auto", "--era", era],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.rstrip().endswith(f"demo: completed ({era})")
    assert "bob opens alice's link: refused" in told.stdout


def test_help_lists_the_verbs_and_a_wrong_one_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 0 for help, 2 for a verb that is not there."""
    assert main(["--help"]) == 0
    assert "demo" in capsys.readouterr().out
    assert main(["dance"]) == 2
    assert "dance" in capsys.readouterr().err


def test_a_new_key_can_be_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    """What `keys new` prints is a key of a ring."""
    assert main(["keys", "new"]) == 0
    assert KeyRing.load(capsys.readouterr().out.strip()).newest
