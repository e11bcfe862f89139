"""Users."""

from __future__ import annotations

from elicitor.testing import ALICE, BOB, User


def test_the_subject_is_the_login_unless_said_otherwise() -> None:
    """So that two boxes can agree or disagree about a subject."""
    assert User("carol", "Carol").sub == "carol"
    assert User("carol", "Carol", subject="u-17").sub == "u-17"


def test_alice_and_bob_have_different_files() -> None:
    """Otherwise no test could tell whose account was used."""
    assert ALICE.files
    assert not set(ALICE.files) & set(BOB.files)
