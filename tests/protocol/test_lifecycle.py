"""The two machines: their tables are whole, and their pictures are drawn from them."""

from __future__ import annotations

import pytest

from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.lifecycle import (
    ERRAND_MOVES,
    REPLY_MOVES,
    TERMINAL_ERRANDS,
    Errand,
    Move,
    Reply,
    errand_after,
    move_after_answer,
    picture,
    reply_after,
    sources_of,
)


@pytest.mark.attack("C3", "C14")
def test_terminal_states_win() -> None:
    """No move leads out of them, and every state can reach one."""
    assert {
        Errand.COMPLETED,
        Errand.DECLINED,
        Errand.FAILED,
        Errand.WITHDRAWN,
        Errand.VOID,
        Errand.EXPIRED,
    } == TERMINAL_ERRANDS
    for errand in Errand:
        reachable = set(ERRAND_MOVES[errand].values())
        assert errand in TERMINAL_ERRANDS or reachable & TERMINAL_ERRANDS


@pytest.mark.attack("C10")
def test_only_what_was_done_in_the_browser_completes() -> None:
    """No answer of the client does."""
    completing = {move for moves in ERRAND_MOVES.values() for move, to in moves.items() if to is Errand.COMPLETED}
    assert completing == {Move.KEEP, Move.AGREE, Move.ANSWER}
    assert move_after_answer(Accepted()) is None
    assert {move_after_answer(Declined()), move_after_answer(Cancelled())} == {Move.WITHDRAW}


def test_a_question_is_answered_once() -> None:
    """A second answer finds no move."""
    assert reply_after(Reply.ASKED, Declined()) is Reply.DECLINED
    assert all(reply_after(reply, Accepted()) is None for reply in REPLY_MOVES if reply is not Reply.ASKED)


def test_storage_gets_the_moves_by_their_sources() -> None:
    """As the table has them."""
    assert sources_of(Move.RETURN) == {Errand.STARTED: Errand.REDEEMING}
    for move in Move:
        assert sources_of(move) == {e: errand_after(e, move) for e in Errand if errand_after(e, move) is not None}


def test_the_picture_has_every_move() -> None:
    """For the documentation."""
    assert picture().count("-->") == sum(len(moves) for moves in ERRAND_MOVES.values())
