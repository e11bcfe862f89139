"""A connection for tests, with everything around it visible."""

from __future__ import annotations

from dataclasses import dataclass, field

from client.people import Human
from elicitor.client.asked import AskedForm, AskedLink
from elicitor.client.asker import Asker
from elicitor.client.connection import Connection
from elicitor.client.desk import Desk
from elicitor.client.opening import ConsentedLink
from elicitor.client.policy import Policy
from elicitor.client.questions import Questions
from elicitor.client.record import Record
from elicitor.events import Event
from elicitor.protocol.modes import Modes
from elicitor.protocol.plain import ServerText

__all__ = ["ACME", "URL", "Shelf", "Surface", "form", "link"]

ACME = Asker("Acme files", "https://mcp.example.com", is_remote=True)
URL = "https://accounts.example.com/go"


@dataclass
class Shelf:
    """A browser that remembers what it was told to open.

    Attributes:
        opened: the links, in order.
        works: whether it starts.
    """

    opened: list[str] = field(default_factory=list)
    works: bool = True

    async def open(self, link: ConsentedLink) -> bool:
        """See `Opener`."""
        self.opened.append(link.url)
        return self.works


class Surface:
    """One server, one person, and what can be seen of them.

    Args:
        human: the person; one who agrees where it is left out.
        policy: of the host.
        modes: what is declared; what the person has where it is left out.
    """

    def __init__(self, human: Human | None = None, policy: Policy | None = None, modes: Modes | None = None) -> None:
        self.human = human or Human()
        self.browser = Shelf()
        self.events: list[Event] = []
        policy = policy or Policy()
        record = Record((self.events.append,))
        self.desk = Desk(self.human, policy.pace)
        self.modes = modes or self.human.modes
        self.questions = Questions(ACME, self.desk, policy, record, self.modes)
        self.connection = Connection(self.questions, self.browser)

    @property
    def codes(self) -> list[str]:
        """What was written down, in order."""
        return [event.code for event in self.events]


def link(url: str = URL, name: str = "e-1", message: str = "Sign in, please.") -> AskedLink:
    """A link that a server asks for."""
    return AskedLink(ServerText(message), url, name)


def form(schema: object = None, message: str = "Your size?") -> AskedForm:
    """A form that a server asks for."""
    size = {"type": "object", "properties": {"size": {"type": "string"}}, "required": ["size"]}
    return AskedForm(ServerText(message), size if schema is None else schema)
