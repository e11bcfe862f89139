"""Every source file has a test file of its own, in the same place of the tree."""

from __future__ import annotations

import pytest

from support.twins import OWED, PACKAGE, WITHOUT, sources, twin_of


def test_every_source_file_has_its_twin() -> None:
    """Unless it is written down that it goes without one."""
    assert [path for path in sources() if not twin_of(path).exists() and path not in OWED] == []


def test_only_files_that_exist_go_without() -> None:
    """Neither list outlives its files."""
    assert [path for path in (*WITHOUT, *OWED) if not (PACKAGE / path).exists()] == []
    assert all(WITHOUT.values())


@pytest.mark.slow
def test_what_is_owed_is_taken_off_the_list_when_it_comes() -> None:
    """Delete these names from tests/support/twins_owed.txt."""
    assert [path for path in sorted(OWED) if twin_of(path).exists()] == []
