"""What can be said about a link: one row a finding, with a stable code, a severity and a plain sentence."""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = ["FINDINGS", "Finding", "Severity", "finding"]


class Severity(enum.StrEnum):
    """How bad it is."""

    REFUSE = "refuse"
    """No browser should open it; the person is not even asked."""
    WARN = "warn"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a person should know.

    Attributes:
        code: stable, for logs and policies.
        severity: see `Severity`.
        sentence: plain words; never holds a text of the link's.
    """

    code: str
    severity: Severity
    sentence: str


_R, _W, _N = Severity.REFUSE, Severity.WARN, Severity.NOTE

FINDINGS: dict[str, Finding] = {
    code: Finding(code, severity, sentence)
    for code, severity, sentence in (
        ("scheme", _R, "It is not an https address. It could start a program instead of a page."),
        ("plain_http", _R, "It is not encrypted: anybody on the way could read and change the page."),
        ("userinfo", _R, "It has a name before the host, which is a way to make one site look like another."),
        ("control_characters", _R, "It has hidden characters in it, which browsers drop."),
        ("backslash", _R, "It has a backslash in it, which programs read in different ways."),
        ("local_address", _R, "It leads to your own computer or network, where a server elsewhere has no business."),
        ("loopback", _N, "It leads to this computer."),
        ("ip_address", _W, "It leads to a number instead of a name, so it does not say whose it is."),
        ("ip_disguised", _W, "It writes a number so that it does not look like one."),
        ("odd_port", _W, "It uses an unusual port."),
        ("punycode", _N, "Its name has letters from outside a to z. Both ways to write it are shown."),
        ("mixed_scripts", _W, "Its name mixes letters of different alphabets, which can look like another name."),
        ("lookalike_letters", _W, "Its name has letters that look like others."),
        ("rare_script", _W, "Its name is in an alphabet that names are hardly ever written in."),
        ("misplaced_signs", _W, "Its name has accents or signs where none belong."),
        ("invisible_characters", _W, "It was written with characters that cannot be seen."),
        ("lookalike_known", _W, "Its name looks like a well-known site, and is not."),
        ("lookalike_server", _W, "Its name looks like the server's own, and is not."),
        ("known_in_subdomain", _W, "It has the name of a well-known site in front of the one it really belongs to."),
        ("long_host", _W, "Its name is very long; look at its end, which says whose it is."),
        ("long_link", _N, "It is very long."),
        ("address_inside", _N, "It carries another address inside, to which the page may send you on."),
        ("encoded_tricks", _W, "It hides signs such as @ or / in code."),
        ("shortener", _W, "It is a shortened link: where it leads cannot be seen."),
        ("other_host", _N, "It leads to a different site than the server's own."),
        ("no_domain", _W, "Its name belongs to no domain that could be registered."),
    )
}


def finding(code: str) -> Finding:
    """The finding of a code."""
    return FINDINGS[code]
