"""`elicitor keys new` prints a key that a ring takes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from elicitor import KeyRing
from elicitor.cli.keys import main


def test_each_key_is_new_and_can_be_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    """One line each."""
    assert main(["new"]) == main(["new"]) == 0
    first, second = capsys.readouterr().out.split()
    assert first != second
    assert KeyRing.load(first, second).newest


@pytest.mark.attack("F33")
def test_a_file_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    """Whatever the umask; what is there already is neither followed nor written over."""
    before = os.umask(0)
    try:
        assert main(["new", "--out", str(tmp_path / "keys")]) == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o600
    assert KeyRing.from_file(tmp_path / "keys").newest
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    content = (tmp_path / "keys").read_text()
    assert main(["new", "--out", str(tmp_path / "link")]) == main(["new", "--out", str(tmp_path / "keys")]) == 1
    assert not (tmp_path / "elsewhere").exists()
    assert (tmp_path / "keys").read_text() == content


def test_other_verbs_are_refused() -> None:
    """With the usual exit status."""
    with pytest.raises(SystemExit) as stop:
        main(["old"])
    assert stop.value.code == 2
