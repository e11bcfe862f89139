"""A link on its way to the browser: inspected once, shown, agreed to, opened.

Nothing is fetched and no name is looked up before the person agrees, and afterwards it is their browser that goes
there (URL-9, F8). A link that no browser should open is refused before anybody sees a question; the person is told.
"""

from __future__ import annotations

from dataclasses import dataclass

from elicitor.client.asked import AskedLink
from elicitor.client.limits import human_time
from elicitor.client.opening import ConsentedLink, Opener
from elicitor.client.person import Agreed, LinkAnswer, LinkQuestion, OpenLink
from elicitor.client.policy import Refuse, Subject
from elicitor.client.questions import Questions
from elicitor.protocol.links import InspectedLink, Severity, inspect_link
from elicitor.protocol.plain import ServerText

__all__ = ["Visit", "visit_link"]


@dataclass(frozen=True, slots=True)
class Visit:
    """What became of a link.

    Attributes:
        answer: what the person said, or why they were not asked.
        link: the link as a browser reads it.
        message: what it is for, in the server's words.
        opened: whether a browser was started.
    """

    answer: LinkAnswer | Refuse
    link: InspectedLink
    message: ServerText
    opened: bool = False

    @property
    def open_link(self) -> OpenLink:
        """The link of a visit that was agreed to, for who waits for it to end."""
        return OpenLink(self.link, self.message, self.opened)


async def visit_link(questions: Questions, opener: Opener, asked: AskedLink) -> Visit:
    """Ask for consent, and open the link.

    Raises:
        PeerBroke: links were not offered to this server (`mode_not_declared`), or what came is no address at all.
    """
    questions.check_declared("link")
    asker = questions.asker
    link = inspect_link(asked.unverified_url, server_origin=asker.origin or None, server_is_remote=asker.is_remote)
    if link.refused:
        return Visit(await _refuse(questions, link), link, asked.message)
    cautions = questions.judge("link", Subject(asker, link=link), host=link.host)
    if isinstance(cautions, Refuse):
        return Visit(cautions, link, asked.message)
    question = LinkQuestion(asker, asked.message, link, cautions)
    answer = await questions.put(
        "link",
        lambda person: person.show_link(question),
        reading=len(asked.message.unverified) + len(link.url),
        host=link.host,
        findings=_codes(link),
    )
    if not isinstance(answer, Agreed):
        return Visit(answer, link, asked.message)
    return Visit(answer, link, asked.message, answer.opened or await _open(questions, opener, link))


async def _open(questions: Questions, opener: Opener, link: InspectedLink) -> bool:
    with human_time():
        opened = await opener.open(ConsentedLink(link.url))
    questions.record.tell("link_opened" if opened else "link_not_opened", questions.asker, host=link.host)
    return opened


async def _refuse(questions: Questions, link: InspectedLink) -> Refuse:
    asker = questions.asker
    questions.record.refused(asker, "link", "link_refused", host=link.host, findings=_codes(link))
    why = " ".join(finding.sentence for finding in link.findings if finding.severity is Severity.REFUSE)
    if not questions.desk.is_blocked(asker):
        await questions.desk.person.tell(f"{asker.name} asked to open a link that is not safe to open. {why}")
    return Refuse("link_refused", f"{asker.name} asked to open a link that is not safe to open. {why}")


def _codes(link: InspectedLink) -> str:
    return " ".join(finding.code for finding in link.findings)
