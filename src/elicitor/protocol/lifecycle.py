"""The two state machines of an elicitation, and every rule about their moves.

Theory of operation. An elicitation tells two stories at once. One is *what the person answered* to the
client's question: accept, decline, cancel. The other is the *errand*: what happened in the browser behind
the link. They run side by side and must not be mixed up: a client may answer accept long before anybody opens
the page, never answer at all, or answer after the errand is over. A tool may run only when the errand is
completed; no answer ever completes one.

Rule 1: everything that changes a state is in the tables of this file. Storage applies a move only from a
state that the table names, in one conditional write, so that of two workers one wins.

Rule 2: terminal states win. A callback that comes after a decline finds no move, and what it brought is
thrown away.

`docs/design.md` shows the picture that `picture()` draws from these tables.
"""

from __future__ import annotations

import enum

from elicitor.protocol.answers import Accepted, Answer, Cancelled, Declined

__all__ = [
    "ERRAND_MOVES",
    "REPLY_MOVES",
    "TERMINAL_ERRANDS",
    "Errand",
    "Move",
    "Reply",
    "errand_after",
    "move_after_answer",
    "picture",
    "reply_after",
    "sources_of",
]


class Errand(enum.StrEnum):
    """Where the errand behind a link stands."""

    PENDING = "pending"
    """The link was made; nobody has set out yet."""
    STARTED = "started"
    """The right person agreed on our page and was sent on to the third party."""
    REDEEMING = "redeeming"
    """They came back; the code is being exchanged."""
    COMPLETED = "completed"
    DECLINED = "declined"
    """The person said no, on our page or at the third party."""
    FAILED = "failed"
    """It failed for good."""
    WITHDRAWN = "withdrawn"
    """The person declined or cancelled in the client."""
    VOID = "void"
    """Too many wrong people opened the link."""
    EXPIRED = "expired"


class Move(enum.StrEnum):
    """What can happen to an errand."""

    START = "start"
    RETURN = "return"
    KEEP = "keep"
    """The credential was stored."""
    AGREE = "agree"
    """The person let another client use a grant they have already."""
    ANSWER = "answer"
    """The person answered a question on its page; nobody is sent anywhere."""
    STUMBLE = "stumble"
    """The trip failed in a way that another trip may mend."""
    FAIL = "fail"
    SAY_NO = "say_no"
    WITHDRAW = "withdraw"
    ANNUL = "annul"
    LAPSE = "lapse"


ERRAND_MOVES: dict[Errand, dict[Move, Errand]] = {
    Errand.PENDING: {
        Move.START: Errand.STARTED,
        Move.AGREE: Errand.COMPLETED,
        Move.ANSWER: Errand.COMPLETED,
        Move.FAIL: Errand.FAILED,
        Move.SAY_NO: Errand.DECLINED,
        Move.WITHDRAW: Errand.WITHDRAWN,
        Move.ANNUL: Errand.VOID,
        Move.LAPSE: Errand.EXPIRED,
    },
    Errand.STARTED: {
        Move.START: Errand.STARTED,  # a second tab or the back button: a new trip replaces the old one
        Move.RETURN: Errand.REDEEMING,
        Move.STUMBLE: Errand.PENDING,
        Move.FAIL: Errand.FAILED,
        Move.SAY_NO: Errand.DECLINED,
        Move.WITHDRAW: Errand.WITHDRAWN,
        Move.ANNUL: Errand.VOID,
        Move.LAPSE: Errand.EXPIRED,
    },
    Errand.REDEEMING: {
        Move.KEEP: Errand.COMPLETED,
        Move.STUMBLE: Errand.PENDING,
        Move.FAIL: Errand.FAILED,
        Move.SAY_NO: Errand.DECLINED,
        Move.LAPSE: Errand.EXPIRED,  # the process that was redeeming died
    },
    Errand.COMPLETED: {},
    Errand.DECLINED: {},
    Errand.FAILED: {},
    Errand.WITHDRAWN: {},
    Errand.VOID: {},
    Errand.EXPIRED: {},
}

TERMINAL_ERRANDS = frozenset(errand for errand, moves in ERRAND_MOVES.items() if not moves)


class Reply(enum.StrEnum):
    """Where the client's question to the person stands."""

    ASKED = "asked"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"


REPLY_MOVES: dict[Reply, dict[type[Answer], Reply]] = {
    Reply.ASKED: {
        Accepted: Reply.ACCEPTED,
        Declined: Reply.DECLINED,
        Cancelled: Reply.CANCELLED,
    },
    Reply.ACCEPTED: {},
    Reply.DECLINED: {},
    Reply.CANCELLED: {},
}


def errand_after(errand: Errand, move: Move) -> Errand | None:
    """Where a move leads, or None where the table has no such move."""
    return ERRAND_MOVES[errand].get(move)


def reply_after(reply: Reply, answer: Answer) -> Reply | None:
    """Where an answer leads, or None where the question has been answered already."""
    return REPLY_MOVES[reply].get(type(answer))


def sources_of(move: Move) -> dict[Errand, Errand]:
    """The states a move may start from, each with the state it leads to: what a conditional write needs."""
    return {errand: moves[move] for errand, moves in ERRAND_MOVES.items() if move in moves}


def move_after_answer(answer: Answer) -> Move | None:
    """The joint rule of the two machines: what an answer does to the errand.

    Decline and cancel withdraw it. Accept does nothing: consent to open a link is not completion (URL-8).
    """
    return None if isinstance(answer, Accepted) else Move.WITHDRAW


def picture() -> str:
    """The errand machine as a Mermaid state diagram, for the documentation."""
    lines = ["stateDiagram-v2"]
    lines += [
        f"    {source} --> {target}: {move}" for source, moves in ERRAND_MOVES.items() for move, target in moves.items()
    ]
    return "\n".join(lines)
