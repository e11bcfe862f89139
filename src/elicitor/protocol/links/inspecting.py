"""Inspecting a link: parse it once, let every rule look at it, keep what they found."""

from __future__ import annotations

from dataclasses import dataclass

from elicitor.errors import PeerBroke
from elicitor.protocol.links.addresses import number_of
from elicitor.protocol.links.domains import registrable_domain
from elicitor.protocol.links.findings import Finding, Severity, finding
from elicitor.protocol.links.parsing import Parts, parse
from elicitor.protocol.links.rules import RULES, Seen

__all__ = ["InspectedLink", "inspect_link"]


@dataclass(frozen=True, slots=True)
class InspectedLink:
    """A link as a browser reads it.

    Attributes:
        url: the serialised form: the only text that may be shown or opened. Printable ASCII.
        scheme: in lower case.
        host: in ASCII (A-labels); the empty text where there is none.
        host_unicode: as it reads (U-labels).
        registrable_domain: the part of the host that somebody registered, or the empty text.
        port: None for the scheme's own.
        findings: what a person should know, the worst first.
    """

    url: str
    scheme: str
    host: str
    host_unicode: str
    registrable_domain: str
    port: int | None
    findings: tuple[Finding, ...]

    @property
    def refused(self) -> bool:
        """Whether no browser should open it."""
        return any(found.severity is Severity.REFUSE for found in self.findings)


_ORDER = (Severity.REFUSE, Severity.WARN, Severity.NOTE)


def inspect_link(
    unverified_url: str, *, server_origin: str | None = None, server_is_remote: bool = True
) -> InspectedLink:
    """Take a link apart and say what a person should know. No network, no name is looked up (URL-9, F8).

    Args:
        unverified_url: as the server sent it.
        server_origin: where that server is, as the user configured it; None where it has no address.
        server_is_remote: whether it is on another computer.

    Raises:
        PeerBroke: `link_unreadable`, it is no absolute address.
    """
    parts = parse(unverified_url)
    is_name = bool(parts.host) and number_of(parts.host) is None
    domain = registrable_domain(parts.host) if is_name else ""
    seen = Seen(parts, domain, _host_of(server_origin), server_is_remote)
    codes = dict.fromkeys(code for rule in RULES for code in rule(seen))
    findings = sorted((finding(code) for code in codes), key=lambda found: _ORDER.index(found.severity))
    return InspectedLink(
        url=parts.url,
        scheme=parts.scheme,
        host=parts.host,
        host_unicode=parts.host_unicode,
        registrable_domain=domain,
        port=parts.port,
        findings=tuple(findings),
    )


def _host_of(origin: str | None) -> str:
    if not origin:
        return ""
    try:
        parts: Parts = parse(origin)
    except PeerBroke:
        return ""
    return parts.host
