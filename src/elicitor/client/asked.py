"""What a server asked, read from its message and from nothing else.

One shape for all the ways it may come: a request on the open call, an entry of an `InputRequiredResult`, an entry of
the error -32042. Reading says nothing about the honesty of an ask: the link and the schema are still as they came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from elicitor.errors import PeerBroke
from elicitor.protocol.plain import ServerText

__all__ = ["Asked", "AskedForm", "AskedLink", "LinksRequired", "find_required_links", "read_asked"]

_MOST_LINKS = 10


@dataclass(frozen=True, slots=True)
class AskedLink:
    """A person shall open a link.

    Attributes:
        message: why, as the server puts it.
        unverified_url: the link as it came; `inspect_link` makes something of it.
        elicitation_id: opaque (URL-16); names this ask in era A, empty in era B.
    """

    message: ServerText
    unverified_url: str
    elicitation_id: str = ""

    @property
    def key(self) -> str:
        """What makes two asks the same ask: the id where there is one, else the link."""
        return self.elicitation_id or self.unverified_url


@dataclass(frozen=True, slots=True)
class AskedForm:
    """A person shall fill in a form.

    Attributes:
        message: why, as the server puts it.
        unverified_schema: what it wants to know; `read_form` makes something of it.
    """

    message: ServerText
    unverified_schema: object


Asked = AskedLink | AskedForm


class LinksRequired(Exception):
    """A call was refused until a person has opened these links (-32042). Raised by the adapters, from the SDK's error.

    Attributes:
        links: all of them, in the server's order (ERR-3).
    """

    def __init__(self, links: tuple[AskedLink, ...]) -> None:
        super().__init__("links are required before this call")
        self.links = links


def read_asked(unverified_params: Mapping[str, object]) -> Asked:
    """Read the parameters of `elicitation/create`.

    A request without a mode is a form (FORM-14).

    Raises:
        PeerBroke: `ask_malformed` or `ask_mode_unknown`. Answer with an error, ask nobody.
    """
    message = unverified_params.get("message")
    if not isinstance(message, str):
        raise PeerBroke("ask_malformed", "The server asked for something without saying why.")
    match unverified_params.get("mode", "form"):
        case "form":
            return AskedForm(ServerText(message), unverified_params.get("requestedSchema"))
        case "url":
            return _read_link(unverified_params, message)
        case _:
            raise PeerBroke("ask_mode_unknown", "The server asked in a way that does not exist.")


def _read_link(unverified_params: Mapping[str, object], message: str) -> AskedLink:
    url, name = unverified_params.get("url"), unverified_params.get("elicitationId", "")
    if not isinstance(url, str) or not isinstance(name, str):
        raise PeerBroke("ask_malformed", "The server asked to open a link without a link.")
    return AskedLink(ServerText(message), url, name)


def find_required_links(unverified_data: object) -> tuple[AskedLink, ...] | None:
    """The links of a -32042 error, or None where the error is not about elicitation.

    The number is in use elsewhere too, so anything but a list of url asks with ids (ERR-4) is left alone and goes
    to the caller as it came. An ask that is listed twice counts once.
    """
    if not isinstance(unverified_data, Mapping):
        return None
    entries = unverified_data.get("elicitations")
    if not isinstance(entries, list) or not 0 < len(entries) <= _MOST_LINKS:
        return None
    links: dict[str, AskedLink] = {}
    for entry in entries:
        link = _find_link(entry)
        if link is None:
            return None
        links.setdefault(link.key, link)
    return tuple(links.values())


def _find_link(unverified_entry: object) -> AskedLink | None:
    match unverified_entry:
        case {"mode": "url", "message": str(message), "url": str(url), "elicitationId": str(name)} if name:
            return AskedLink(ServerText(message), url, name)
        case _:
            return None
