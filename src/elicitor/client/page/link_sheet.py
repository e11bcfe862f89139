"""A link on the page: the same facts as at a terminal, and four buttons, of which none is chosen for the person."""

from __future__ import annotations

from collections.abc import Mapping

from elicitor.client.page.sheet import Fields
from elicitor.client.person import Agreed, Blocked, LinkAnswer, LinkQuestion
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.links import InspectedLink, Severity

__all__ = ["LinkSheet", "host_parts"]

_ANSWERS: Mapping[str, LinkAnswer] = {
    "open": Agreed(opened=True),  # the next view has the link, and the person's own browser follows it
    "no": Declined(),
    "cancel": Cancelled(),
    "block": Blocked(),
}


class LinkSheet:
    """See `Sheet`."""

    template = "link"

    def __init__(self, question: LinkQuestion) -> None:
        self._question = question

    @property
    def facts(self) -> Mapping[str, object]:
        """See `Sheet`."""
        link = self._question.link
        return {
            "asker": self._question.asker,
            "lines": self._question.message.lines(),
            "link": link,
            "host": host_parts(link),
            "warnings": [finding.sentence for finding in link.findings if finding.severity is not Severity.NOTE],
            "notes": [finding.sentence for finding in link.findings if finding.severity is Severity.NOTE],
            "cautions": self._question.cautions,
        }

    def act(self, action: str, fields: Fields) -> LinkAnswer | None:  # noqa: ARG002
        """See `Sheet`."""
        return _ANSWERS.get(action)

    def closing(self, answer: object | None) -> Mapping[str, object]:
        """See `Sheet`. After a yes it is the link itself that is shown."""
        name = self._question.asker.name
        match answer:
            case Agreed():
                return {
                    "title": f"Go to {self._question.link.host}",
                    "sentence": f"You agreed to open this link for {name}. It opens in a new tab.",
                    "link": self._question.link,
                }
            case None:
                return {"title": f"{name} took its question back", "sentence": "You can close this tab.", "link": None}
            case _:
                return {"title": "The link was not opened", "sentence": "You can close this tab.", "link": None}


def host_parts(link: InspectedLink) -> tuple[str, str]:
    """The host in two parts: what anybody may put in front, and what somebody registered."""
    if link.registrable_domain and link.host.endswith(link.registrable_domain):
        return link.host.removesuffix(link.registrable_domain), link.registrable_domain
    return "", link.host
