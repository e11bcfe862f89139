"""Putting a question to the person: checked against what was declared, judged, in line, in human time, written down.

This is the only way to a person, for links and forms and for both eras. A question that is not shown comes back as a
`Refuse` with its reason; on the wire that is "cancel", because only a person can decline.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from elicitor.client.asker import Asker
from elicitor.client.desk import Desk, TurnedAway
from elicitor.client.limits import human_time
from elicitor.client.person import Blocked, Person
from elicitor.client.policy import Policy, Refuse, Subject
from elicitor.client.record import Record
from elicitor.errors import PeerBroke
from elicitor.events import Fact
from elicitor.protocol.modes import Modes

__all__ = ["Questions"]

T = TypeVar("T")


class Questions:
    """What one server may put to the person.

    Args:
        asker: the server.
        desk: where its questions stand in line.
        policy: the host's rules.
        record: where it is written down.
        modes: what was declared to this server.
    """

    def __init__(self, asker: Asker, desk: Desk, policy: Policy, record: Record, modes: Modes) -> None:
        self.asker = asker
        self.desk = desk
        self.policy = policy
        self.record = record
        self.modes = modes

    def check_declared(self, kind: str) -> None:
        """Refuse a kind of question, `link` or `form`, that was not offered to this server (CAP-5).

        Raises:
            PeerBroke: `mode_not_declared`.
        """
        if self.modes.url if kind == "link" else self.modes.form:
            return
        self.record.refused(self.asker, kind, "mode_not_declared")
        raise PeerBroke("mode_not_declared", f"{self.asker.name} asked in a way that this client did not offer.")

    def judge(self, kind: str, subject: Subject, **facts: Fact) -> Refuse | tuple[str, ...]:
        """What the rules of the host say; a refusal is written down."""
        verdict = self.policy.judge(subject)
        if isinstance(verdict, Refuse):
            self.record.refused(self.asker, kind, verdict.code, **facts)
        return verdict

    async def put(self, kind: str, ask: Callable[[Person], Awaitable[T]], *, reading: int, **facts: Fact) -> T | Refuse:
        """Wait for the person and ask them.

        Args:
            kind: `link` or `form`.
            ask: shows the question and brings the answer.
            reading: how many letters there are to read.
            facts: what is written down besides.

        Raises:
            Exception: whatever the person's program raises; it is written down as a question that was not answered.
        """
        try:
            with human_time():
                async with self.desk.turn(self.asker) as person:
                    return await self._ask(kind, person, ask, reading, facts)
        except TurnedAway as away:
            self.record.refused(self.asker, kind, away.refusal.code, **facts)
            return away.refusal

    async def _ask(
        self,
        kind: str,
        person: Person,
        ask: Callable[[Person], Awaitable[T]],
        reading: int,
        facts: dict[str, Fact],
    ) -> T:
        asking = self.record.shown(self.asker, kind, reading, **facts)
        outcome = "taken_back"
        try:
            answer = await ask(person)
            outcome = type(answer).__name__.lower()
        except Exception:
            outcome = "could_not_show"
            raise
        finally:
            self.record.answered(asking, outcome)
        if isinstance(answer, Blocked):
            self.desk.block(self.asker)
        return answer
