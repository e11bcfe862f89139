"""`elicitor keys new` prints a key that a ring takes."""

from __future__ import annotations

import pytest

from elicitor import KeyRing
from elicitor.cli.keys import main


def test_each_key_is_new_and_can_be_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    """One line each."""
    assert main(["new"]) == main(["new"]) == 0
    first, second = capsys.readouterr().out.split()
    assert first != second
    assert KeyRing.load(first, second).newest


def test_other_verbs_are_refused() -> None:
    """With the usual exit status."""
    with pytest.raises(SystemExit) as stop:
        main(["old"])
    assert stop.value.code == 2
