"""A link, shown at a terminal: who asks, why, the whole link, its host apart, what is to be said about it; then no.

The question takes a word. Enter alone is no, and so is anything that is not understood twice (F9). Nothing typed
before the question stands there is taken for an answer.
"""

from __future__ import annotations

from elicitor.client.person import Agreed, Blocked, LinkAnswer, LinkQuestion
from elicitor.client.terminal.asking import ask_word, heading
from elicitor.client.terminal.look import Look
from elicitor.client.terminal.tty import Tty
from elicitor.protocol.answers import Cancelled, Declined
from elicitor.protocol.links import InspectedLink, Severity

__all__ = ["ask_link", "link_facts"]

_ANSWERS: dict[str, LinkAnswer] = {
    "open": Agreed(),
    "no": Declined(),
    "cancel": Cancelled(),
    "block": Blocked(),
}
_HELP = {
    "open": "open this link in your browser",
    "no": "refuse, and tell the server so",
    "cancel": "go away without an answer",
    "block": "refuse, and do not let this server ask again",
}


async def ask_link(tty: Tty, look: Look, question: LinkQuestion) -> LinkAnswer:
    """Show the link and ask.

    Raises:
        Dismissed: the person pressed Ctrl-C or the terminal is gone.
    """
    tty.write(heading(look, question.asker, "asks you to open a link"))
    tty.write("It says:\n" + look.quoted(question.message))
    tty.write(link_facts(look, question.link))
    tty.write("".join(look.warning(caution) for caution in question.cautions))
    word = await ask_word(tty, look, "Open this link?", _HELP, default="no")
    return _ANSWERS[word]


def link_facts(look: Look, link: InspectedLink) -> str:
    """The link as a browser will read it, and every finding."""
    lines = [look.whole("Link", link.url), f"Host: {_emphasised(look, link)}\n"]
    if link.host_unicode != link.host:
        lines.append(f"Host as it reads: {link.host_unicode}\n")
    if link.registrable_domain and link.registrable_domain != link.host:
        lines.append(f"It belongs to: {look.strong(link.registrable_domain)}\n")
    for finding in link.findings:
        mark = "!" if finding.severity is not Severity.REFUSE else "X"
        lines.append(
            look.text(finding.sentence, "  ")
            if finding.severity is Severity.NOTE
            else look.warning(finding.sentence, mark)
        )
    return "".join(lines)


def _emphasised(look: Look, link: InspectedLink) -> str:
    """The host, never cut, with the part that somebody registered standing out."""
    if not link.registrable_domain or not link.host.endswith(link.registrable_domain):
        return look.strong(link.host)
    rest = link.host.removesuffix(link.registrable_domain)
    return f"{rest}{look.strong(link.registrable_domain)}"
