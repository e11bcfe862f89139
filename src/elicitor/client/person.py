"""The person, as a host sees them: four methods. A terminal, a page and a script are three ways to be one.

Write your own for a desktop or a web application. The rules of the protocol stay on our side of this interface:
what may be asked at all, one question at a time, which modes are declared, what is sent. What you owe the person:

- show who asks, and mark what the server wrote as the server's (`ServerText`, through its own methods);
- for a link: the whole of `link.url`, its host apart, every finding; open nothing before they agree (URL-10, URL-11);
- let them say no, and let them dismiss the question, at any time (UI-2, UI-6);
- never answer for them, and never let a model answer (F26).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from elicitor.client.asker import Asker
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.modes import Modes
from elicitor.protocol.plain import ServerText

if TYPE_CHECKING:
    from elicitor.protocol.forms import Form
    from elicitor.protocol.links import InspectedLink

__all__ = [
    "Agreed",
    "Blocked",
    "Done",
    "FormAnswer",
    "FormQuestion",
    "LinkAnswer",
    "LinkQuestion",
    "OpenLink",
    "Person",
    "WaitAnswer",
    "Waiting",
]


@dataclass(frozen=True, slots=True)
class LinkQuestion:
    """May this link be opened?

    Attributes:
        asker: which server asks.
        message: why, in the server's words.
        link: the link as a browser will read it, with what is to be said about it.
        cautions: sentences of the host's own policy.
    """

    asker: Asker
    message: ServerText
    link: InspectedLink
    cautions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormQuestion:
    """What are your answers?

    Attributes:
        asker: which server asks.
        message: why, in the server's words.
        form: the fields; `form.check(values)` says what is wrong with answers.
        cautions: sentences of ours to show before anything is filled in: the host's policy, and what looks like a
            secret that a server must not ask for in this way (FORM-11).
    """

    asker: Asker
    message: ServerText
    form: Form
    cautions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenLink:
    """A link that the person has agreed to and is not done with.

    Attributes:
        link: the link as a browser reads it.
        message: what it is for, in the server's words; tells two links of one server apart.
        opened: whether a browser was started with it; if not, show it for copying.
    """

    link: InspectedLink
    message: ServerText
    opened: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call is waiting for what a person does in the browser, or for the server itself.

    Attributes:
        asker: which server is waited for.
        links: what was agreed to; empty where the server only says "not yet".
        seconds_left: how long we go on waiting.
        again: the person said that they are done, but the server says that it is not finished.
    """

    asker: Asker
    links: tuple[OpenLink, ...]
    seconds_left: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Agreed:
    """Open it.

    Attributes:
        opened: the person's own program has opened it already; otherwise the host does.
    """

    opened: bool = False


@dataclass(frozen=True, slots=True)
class Blocked:
    """No, and do not let this server ask again."""


@dataclass(frozen=True, slots=True)
class Done:
    """The person says that they are finished in the browser."""


LinkAnswer = Agreed | Declined | Cancelled | Blocked
FormAnswer = Accepted | Declined | Cancelled | Blocked
WaitAnswer = Done | Cancelled


class Person(Protocol):
    """Somebody who can be asked.

    Every method may be cancelled at any moment (the server took its question back, the call ended): take the dialog
    away then, and leave the terminal or the window as it was.
    """

    @property
    def modes(self) -> Modes:
        """What can be asked here. Only this is declared to servers (CAP-1); none where nobody sits in front."""

    async def show_link(self, question: LinkQuestion) -> LinkAnswer:
        """Show a link, gather consent."""

    async def fill_form(self, question: FormQuestion) -> FormAnswer:
        """Ask for the fields, let every answer be reviewed and changed (FORM-12). Never return invented values."""

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """Let the person say that they are done, or end the waiting. May be called again for the same errand."""

    async def tell(self, sentence: str) -> None:
        """Tell something that needs no answer. The sentence is ours and safe to print."""
