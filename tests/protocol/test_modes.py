"""What a peer has declared, and which era it speaks."""

from __future__ import annotations

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.answers import Accepted, Cancelled, Declined, read_answer
from elicitor.protocol.eras import Era, era_of, knows_links
from elicitor.protocol.lifecycle import ERRAND_MOVES, TERMINAL_ERRANDS, Move, errand_after, move_after_answer
from elicitor.protocol.modes import Modes, read_modes


@pytest.mark.requirement("CAP-2")
@pytest.mark.case("R102")
@pytest.mark.parametrize(
    ("value", "modes"),
    [
        (None, Modes(form=False, url=False)),
        (True, Modes(form=False, url=False)),
        ([], Modes(form=False, url=False)),
        ("x", Modes(form=False, url=False)),
        ({}, Modes(form=True, url=False)),
        ({"url": {}}, Modes(form=False, url=True)),
        ({"form": {}, "x": {}}, Modes(form=True, url=False)),
        ({"url": None}, Modes(form=False, url=False)),
    ],
)
def test_modes_are_read_from_whatever_was_sent(value: object, modes: Modes) -> None:
    """What cannot be read declares nothing."""
    assert read_modes(value) == modes


def test_revisions_are_told_apart() -> None:
    """By their dates; anything else is refused."""
    assert (era_of("2025-11-25"), era_of("2026-07-28")) == (Era.A, Era.B)
    assert not knows_links("2025-06-18")
    with pytest.raises(PeerBroke):
        era_of("latest")


@pytest.mark.requirement("ACT-1", "URL-8")
@pytest.mark.case("R030")
def test_three_answers_and_no_fourth() -> None:
    """Accept changes nothing of the errand, the others withdraw it."""
    assert (read_answer("accept"), read_answer("decline"), read_answer("cancel")) == (
        Accepted(),
        Declined(),
        Cancelled(),
    )
    with pytest.raises(PeerBroke):
        read_answer("reject")
    assert move_after_answer(Accepted()) is None
    assert move_after_answer(Declined()) is Move.WITHDRAW


@pytest.mark.attack("C3", "C14")
def test_an_errand_that_is_over_stays_over() -> None:
    """No move leads out of a terminal state."""
    assert all(errand_after(errand, move) is None for errand in TERMINAL_ERRANDS for move in Move)
    assert all(target in ERRAND_MOVES for moves in ERRAND_MOVES.values() for target in moves.values())
