"""How a call ends that could not go on: the errors that callers of a hosted client catch.

    Refused
    └── CallStopped     the person, a rule or elicitor itself stopped it; calling again at once changes nothing

A sentence of these errors holds no address, so it may be given to a model (R054); the links themselves are in
`links`, for the program.
"""

from __future__ import annotations

from elicitor.client.asked import AskedLink
from elicitor.client.asker import Asker
from elicitor.client.policy import Refuse
from elicitor.errors import Refused

__all__ = ["CallStopped", "stopped"]


class CallStopped(Refused):
    """A call needed a person, and did not get what it needed.

    Codes: `person_declined`, `person_cancelled`, `server_blocked`, `server_paused`, `too_many_questions`,
    `link_refused`, `asked_again`, `too_many_rounds`, `nobody_came`, `could_not_show`, and those of the host's own
    rules.

    Attributes:
        server: the name of the server.
        links: the links that the call was refused for, where it was refused for links.
    """

    def __init__(self, code: str, sentence: str, *, server: str, links: tuple[AskedLink, ...] = ()) -> None:
        super().__init__(code, sentence, server=server)
        self.server = server
        self.links = links


_SENTENCES = {
    "person_declined": "The person said no to what {name} asked for. Do not ask again without a reason.",
    "person_cancelled": "The person dismissed what {name} asked for. The call was not finished.",
    "server_blocked": "The person blocked {name}; it cannot ask any more.",
    "asked_again": "{name} asks for the same again although it was done. Call again once its page says it is finished.",
    "too_many_rounds": "{name} came back with new questions too many times. The call was given up.",
    "nobody_came": "Nobody finished what {name} asked for in time. Call again when somebody is there.",
}


def stopped(reason: str | Refuse, asker: Asker, links: tuple[AskedLink, ...] = ()) -> CallStopped:
    """The error for a reason of ours, or for the refusal of a rule."""
    if isinstance(reason, Refuse):
        return CallStopped(reason.code, reason.sentence, server=asker.name, links=links)
    return CallStopped(reason, _SENTENCES[reason].format(name=asker.name), server=asker.name, links=links)
