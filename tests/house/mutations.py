"""Ways to change a link: what somebody would try who wants it to open for another person. Seeded, to be repeated."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

__all__ = ["Mutation", "mutations"]

_ALPHABET = string.ascii_letters + string.digits + "-_"
_ODD = [
    "%00",
    "%0d%0a",
    "%20",
    "+",
    ".",
    "=",
    "==",
    "%2e",
    "%ff",
    "%C0%AF",
    "%E2%80%8B",
    "~",
    ";a=b",
    "%25",
    "\\",
    "%5c",
]
_NAMES = [
    "sub",
    "user",
    "owner",
    "user_id",
    "subject",
    "tenant",
    "iss",
    "issuer",
    "return_to",
    "next",
    "rd",
    "provider",
]
_NAMES += [
    "connection",
    "state",
    "code",
    "ticket",
    "id",
    "elicitationId",
    "session",
    "proof",
    "action",
    "_method",
    "scope",
]
_WALKS = ["..", "../..", "%2e%2e", "..%2f", ".%2e/", "//", "./", "%2f", "..;"]


@dataclass(frozen=True, slots=True)
class Mutation:
    """One changed link.

    Attributes:
        raw_path: below the pages' root, percent-encoded as it goes over the wire.
        query: without the question mark.
        method: GET, or POST as the person's own form would be.
    """

    raw_path: str
    query: str
    method: str


def mutations(tickets: list[str], persons: list[str], seed: int) -> Iterator[Mutation]:
    """Changed links to these tickets, without end.

    Args:
        tickets: ids of links that somebody else was given; the list may be changed on the way.
        persons: names and ids that a forger would put into parameters.
        seed: repeats a run.
    """
    dice = random.Random(seed)
    while True:
        ticket = dice.choice(tickets)
        path = dice.choice(_PATHS)(dice, ticket, tickets)
        pairs = [_pair(dice, persons, tickets) for _ in range(dice.choice([0, 0, 1, 2, 5]))]
        query = "&".join(pairs + pairs[: dice.randrange(2)])
        yield Mutation(path, query, "POST" if dice.random() < 0.2 else "GET")


def _pair(dice: random.Random, persons: list[str], tickets: list[str]) -> str:
    name = dice.choice(_NAMES)
    name = dice.choice([name, name.upper(), f"{name}[]", f"{name}%00"])
    value = dice.choice(
        [*persons, dice.choice(tickets), "https://evil.example/", "//evil.example", "continue", "1", ""]
    )
    return f"{name}={quote(value, safe='')}"


def _same(_: random.Random, ticket: str, __: list[str]) -> str:
    return ticket


def _one_character(dice: random.Random, ticket: str, _: list[str]) -> str:
    at = dice.randrange(len(ticket))
    return ticket[:at] + dice.choice(_ALPHABET) + ticket[at + 1 :]


def _case(dice: random.Random, ticket: str, _: list[str]) -> str:
    return dice.choice([ticket.upper(), ticket.lower(), ticket.swapcase()])


def _length(dice: random.Random, ticket: str, _: list[str]) -> str:
    return dice.choice([ticket[:-1], ticket[1:], ticket + dice.choice(_ALPHABET), ticket * 2, ticket * 50, ""])


def _spliced(dice: random.Random, ticket: str, tickets: list[str]) -> str:
    at = dice.randrange(len(ticket))
    return ticket[:at] + dice.choice(tickets)[at:]


def _encoded(dice: random.Random, ticket: str, _: list[str]) -> str:
    at = dice.randrange(len(ticket))
    return f"{ticket[:at]}%{ord(ticket[at]):02x}{ticket[at + 1 :]}"


def _odd(dice: random.Random, ticket: str, _: list[str]) -> str:
    at = dice.choice([0, len(ticket), dice.randrange(len(ticket))])
    return ticket[:at] + dice.choice(_ODD) + ticket[at:]


def _walk(dice: random.Random, ticket: str, _: list[str]) -> str:
    step = dice.choice(_WALKS)
    places = [f"{step}/{ticket}", f"{ticket}/{step}", f"{ticket}/{step}/{ticket}", f"x/{step}/{ticket}"]
    return dice.choice([*places, f"callback/{step}/{ticket}"])


def _elsewhere(dice: random.Random, ticket: str, _: list[str]) -> str:
    places = [
        f"{ticket}/",
        f"{ticket}/sign-in/",
        f"/{ticket}",
        f"done/{ticket}",
        f"callback/{ticket}",
        f"callback/acme/{ticket}",
    ]
    return dice.choice(
        [*places, f"signed-in/{ticket}", "callback/acme", "signed-in", f"{ticket}/continue", "CALLBACK/acme"]
    )


def _letters(dice: random.Random, ticket: str, _: list[str]) -> str:
    at = dice.randrange(len(ticket))
    lookalike = chr(0xFEE0 + ord(ticket[at]))  # the full-width form, which a normaliser would fold
    return quote(ticket[:at] + lookalike + ticket[at + 1 :])


_PATHS = [
    _same,
    _same,
    _one_character,
    _one_character,
    _case,
    _length,
    _spliced,
    _encoded,
    _odd,
    _walk,
    _elsewhere,
    _letters,
]
