"""The questions of one call and their answers, over all of its rounds.

In era B the body of a tool runs again from the top each time an answer comes. What was answered before is recorded by
its place (the how-manieth question of the body) and recognised by its content, so that each question is put once. The
record travels with the client, sealed by the SDK's request state boundary and bound there to the person, the method
and the arguments; each state is good for one retry (C6). In era A the record stays in this process, for the case that
the call is refused for want of an account and comes again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from elicitor.errors import PeerBroke
from elicitor.identifiers import digest_of, is_identifier, mint_identifier
from elicitor.protocol.answers import Accepted, Cancelled, Declined, read_answer
from elicitor.protocol.forms import AnswerInvalid, Filled
from elicitor.protocol.forms.outcome import Answer
from elicitor.server.not_answered import BodyChanged, answer_never_fit
from elicitor.server.question import Question

__all__ = ["Interview", "Record", "key_of", "read_record"]

T = TypeVar("T")
_MOST_TRIES = 3


def key_of(place: int, question: Question[Any]) -> str:
    """The key of a question in a result that asks for input; no connection has a name with a dot."""
    return question.key or f"ask.{place}"


@dataclass(slots=True)
class Record:
    """What is known of a call from its earlier rounds.

    Attributes:
        call: names the call, 43 characters; what it did once is kept under its digest.
        rounds: how often it has been answered with questions.
        answers: by place: the question's fingerprint, the action, and the content of an accepted one.
        asked: by place: the fingerprint and message of what is out, or was answered.
        tries: by place: how many answers did not fit.
        pages: by place: the ticket of a question that is answered on a page.
    """

    call: str = field(default_factory=mint_identifier)
    rounds: int = 0
    answers: dict[int, tuple[str, str, Any]] = field(default_factory=dict)
    asked: dict[int, tuple[str, str]] = field(default_factory=dict)
    tries: dict[int, int] = field(default_factory=dict)
    pages: dict[int, str] = field(default_factory=dict)
    did_something: bool = False

    @property
    def is_used(self) -> bool:
        """Whether there is anything to carry to the next round."""
        return bool(self.answers or self.asked or self.pages or self.did_something)

    @property
    def digest(self) -> bytes:
        """Under which the effects of the call are kept."""
        return digest_of(self.call)

    @property
    def retry_digest(self) -> bytes:
        """Under which the retry with this record is spent: it comes once."""
        return digest_of(f"{self.call}.{self.rounds}")

    def to_json(self) -> dict[str, Any]:
        """For the request state."""
        places = sorted({*self.answers, *self.asked, *self.tries, *self.pages})
        return {
            "call": self.call,
            "rounds": self.rounds,
            "did": self.did_something,
            "places": [
                [place, self.asked.get(place), self.answers.get(place), self.tries.get(place, 0), self.pages.get(place)]
                for place in places
            ],
        }


def read_record(content: Any) -> Record:
    """Read what `to_json` wrote, from a state that the SDK has opened.

    Raises:
        PeerBroke: `state_malformed`, on a server that does not seal its states.
    """
    try:
        record = Record(call=content["call"], rounds=content["rounds"], did_something=content["did"])
        if not is_identifier(record.call) or not isinstance(record.rounds, int):
            raise ValueError
        for place, asked, answer, tries, page in content["places"]:
            _put(record.asked, place, asked and (str(asked[0]), str(asked[1])))
            _put(record.answers, place, answer and (str(answer[0]), str(answer[1]), answer[2]))
            _put(record.tries, place, int(tries))
            _put(record.pages, place, page)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise PeerBroke("state_malformed", "The client sent back a state that cannot be read.") from error
    return record


def _put(where: dict[int, Any], place: int, value: Any) -> None:
    if value:
        where[place] = value


class Interview:
    """One run of a body.

    Args:
        record: of the rounds before; it is written on.
        unverified_responses: the answers that came with this round, by key.
    """

    def __init__(self, record: Record, unverified_responses: Mapping[str, Any]) -> None:
        self.record = record
        self._responses = unverified_responses
        self._next = 0
        self._reasons: dict[int, str] = {}

    def take_place(self) -> int:
        """The place of the next question."""
        place, self._next = self._next, self._next + 1
        return place

    def recall(self, place: int, question: Question[T]) -> Answer[T] | None:
        """The answer that was recorded at this place.

        Raises:
            BodyChanged: another question stood there.
        """
        self._compare(place, question)
        recorded = self.record.answers.get(place)
        if recorded is None:
            return None
        _, action, content = recorded
        answer = read_answer(action)
        return Filled(question.form.read(content)) if isinstance(answer, Accepted) else answer

    def hear(self, place: int, question: Question[T]) -> Answer[T] | None:
        """The answer that came with this round; None where none came or it did not fit. Other keys are ignored (C15).

        Raises:
            PeerBroke: `unknown_action`; `answer_invalid`, an answer that did not fit, once too often.
        """
        response = self._responses.get(key_of(place, question))
        if place not in self.record.asked or place in self.record.pages or response is None:
            return None
        if not isinstance(response, Mapping):
            raise PeerBroke("unknown_action", "The client's answer could not be read.")
        return self.settle(place, question, response.get("action"), response.get("content"))

    def said_to_link(self, place: int, question: Question[Any]) -> Accepted | Declined | Cancelled | None:
        """What the person said in the client to opening the page of a question.

        Raises:
            PeerBroke: `unknown_action`.
        """
        response = self._responses.get(key_of(place, question))
        return read_answer(response.get("action")) if isinstance(response, Mapping) else None

    def settle(self, place: int, question: Question[T], action: object, content: object) -> Answer[T] | None:
        """Read an answer and record it; None where it did not fit and the question may be put again.

        Raises:
            PeerBroke: as `hear`.
        """
        try:
            answer = question.form.read_answer(action, content)
        except AnswerInvalid as error:
            self.record.tries[place] = self.record.tries.get(place, 0) + 1
            if self.record.tries[place] >= _MOST_TRIES:
                raise answer_never_fit(error, question.message) from error
            self._reasons[place] = error.sentence
            return None
        self.keep(place, question, answer, content)
        return answer

    def keep(self, place: int, question: Question[T], answer: Answer[T], content: object) -> None:
        """Record an answer, with the content that it was read from."""
        self.put_out(place, question)
        match answer:
            case Filled():
                self.record.answers[place] = (question.fingerprint, "accept", content)
            case Declined():
                self.record.answers[place] = (question.fingerprint, "decline", None)
            case Cancelled():
                self.record.answers[place] = (question.fingerprint, "cancel", None)

    def message_for(self, place: int, question: Question[Any]) -> str:
        """The words to put the question in: again, with what was wrong before."""
        reason = self._reasons.get(place)
        return question.message if reason is None else f"{reason} {question.message}"

    def put_out(self, place: int, question: Question[Any]) -> None:
        """The question is asked now."""
        self.record.asked[place] = (question.fingerprint, question.message)

    def _compare(self, place: int, question: Question[Any]) -> None:
        asked = self.record.asked.get(place)
        if asked is None or asked[0] == question.fingerprint:
            return
        raise BodyChanged(
            "body_changed",
            f"This function asked “{asked[1]}” before, and asks “{question.message}” in its place now that it runs "
            "again. Its author has to ask only what follows from the arguments and from earlier answers; whatever "
            "else changes belongs into ask.once.",
        )
