"""What a host allows servers to ask: a list of small named rules, and the pace.

A rule looks at an ask before any person does. It may refuse it, have the person warned, settle that they are asked
without further rules, or have no opinion. No rule can answer for the person: there is no way to say "open" or "accept"
here (F26, URL-10). What elicitor itself refuses (a link no browser should open, a mode that was not declared) comes
before every rule and cannot be ruled away.

    Policy(rules=[only_origins("https://accounts.example.com"), no_forms_from("Acme files")])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elicitor.client.asker import Asker
from elicitor.errors import Misuse

if TYPE_CHECKING:
    from elicitor.protocol.forms import Form
    from elicitor.protocol.links import InspectedLink

__all__ = [
    "Allow",
    "Ask",
    "Pace",
    "Policy",
    "Refuse",
    "Rule",
    "Subject",
    "Verdict",
    "no_forms_from",
    "no_links_from",
    "only_origins",
]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a rule judges. Exactly one of `link` and `form` is there.

    Attributes:
        asker: which server asks.
        link: the link, as a browser will read it.
        form: the form.
    """

    asker: Asker
    link: InspectedLink | None = None
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class Allow:
    """The rules have nothing against it: ask the person, look at no further rule."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the person and show them this sentence first; go on with the rules."""

    caution: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """Do not ask the person. The server is told "cancel", the caller reads the sentence.

    Attributes:
        code: a stable reason for the record.
        sentence: for a person.
    """

    code: str
    sentence: str


Verdict = Allow | Ask | Refuse
Rule = Callable[[Subject], Verdict | None]
"""Returns None where it has no opinion."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How often one server may ask (UI-5, F22).

    Attributes:
        waiting: how many asks of one server may stand in line behind the one that is shown. One more is a flood: all
            that stand in line are cancelled and the server has to pause.
        per_minute: how many dialogs of one server a person sees in a minute.
        pause: seconds of the first pause; each further one is twice as long, up to `longest_pause`.
        longest_pause: seconds.
    """

    waiting: int = 8
    per_minute: int = 30
    pause: float = 10.0
    longest_pause: float = 600.0

    def __post_init__(self) -> None:
        if self.waiting < 1 or self.per_minute < 1 or self.pause <= 0 or self.longest_pause < self.pause:
            raise Misuse("pace_invalid", "A pace needs a place in line, one dialog a minute and a pause above zero.")


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of a host.

    Attributes:
        rules: in order; the first refusal counts.
        pace: see `Pace`.
        patience: seconds that a call waits for a person in the browser. Longer than any human default (R083).
        rounds: how many times one call may come back with new questions (F23).
    """

    rules: Sequence[Rule] = ()
    pace: Pace = field(default_factory=Pace)
    patience: float = 900.0
    rounds: int = 20

    def __post_init__(self) -> None:
        if self.patience <= 0 or self.rounds < 1:
            raise Misuse("policy_invalid", "A policy needs some patience and at least one round.")

    def judge(self, subject: Subject) -> Refuse | tuple[str, ...]:
        """Ask the rules.

        Returns:
            The refusal, or the cautions to show to the person.
        """
        cautions: list[str] = []
        for rule in self.rules:
            match rule(subject):
                case Refuse() as refusal:
                    return refusal
                case Ask(caution):
                    cautions.append(caution)
                case Allow():
                    break
                case None:
                    continue
        return tuple(cautions)


def only_origins(*origins: str) -> Rule:
    """Refuse links to anywhere but these origins, each written as a browser does: `https://accounts.example.com`."""
    allowed = frozenset(origins)

    def rule(subject: Subject) -> Verdict | None:
        if subject.link is None or any(_is_under(subject.link.url, origin) for origin in allowed):
            return None
        return Refuse("origin_not_allowed", "This application opens links to known places only, and this is none.")

    return rule


def no_forms_from(*names: str) -> Rule:
    """Refuse every form of the servers with these names."""
    refused = frozenset(names)

    def rule(subject: Subject) -> Verdict | None:
        if subject.form is None or subject.asker.name not in refused:
            return None
        return Refuse("forms_not_allowed", f"This application takes no forms from {subject.asker.name}.")

    return rule


def no_links_from(*names: str) -> Rule:
    """Refuse every link of the servers with these names."""
    refused = frozenset(names)

    def rule(subject: Subject) -> Verdict | None:
        if subject.link is None or subject.asker.name not in refused:
            return None
        return Refuse("links_not_allowed", f"This application opens no links for {subject.asker.name}.")

    return rule


def _is_under(url: str, origin: str) -> bool:
    trimmed = origin.rstrip("/")
    return url == trimmed or url.startswith((f"{trimmed}/", f"{trimmed}?", f"{trimmed}#"))
