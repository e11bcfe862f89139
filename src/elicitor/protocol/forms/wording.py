"""The words of a form, looked through where it is defined: no secret is asked for (FORM-11), no link stands in a text.

Both end in a refusal that names the field and what to do. A finding about secrets can be overruled, by an object that
says why; it is written to the log. Links cannot (URL-4).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from elicitor.errors import Misuse
from elicitor.protocol.forms.addresses import find_address
from elicitor.protocol.forms.planning import Planned
from elicitor.protocol.forms.refusals import ON_A_PAGE, refusal
from elicitor.protocol.forms.secrets import FoundSecret, find_secrets

__all__ = ["NotASecret", "check_words"]

_logger = logging.getLogger("elicitor.forms")
_SHORTEST_REASON = 10


@dataclass(frozen=True, slots=True)
class NotASecret:
    """The author's word that a field asks for no secret, though it reads as if it did.

    Attributes:
        field: its name on the wire; empty for the message of the form.
        reason: why, for whoever reads the log; at least ten characters.

    Raises:
        Misuse: `reason_missing`.
    """

    field: str
    reason: str

    def __post_init__(self) -> None:
        if len(self.reason.strip()) < _SHORTEST_REASON:
            raise Misuse("reason_missing", "NotASecret needs a reason that somebody else would understand.")


def check_words(name: str, planned: Sequence[Planned], message: str, overrides: Iterable[NotASecret]) -> None:
    """Refuse words that no form may have.

    Args:
        name: of the form, for errors.
        planned: its fields.
        message: what it is about.
        overrides: findings to pass over.

    Raises:
        Misuse: `form_has_address` or `form_asks_for_secret`.
    """
    paths = {item.field.name: item.path for item in planned}
    fields = [item.field for item in planned]
    _refuse_addresses(planned, f"The message of {name}", message)
    excused = {override.field: override for override in overrides}
    for found in find_secrets([field for field in fields if field.name not in excused], message):
        if found.where == "message" and "" in excused:
            continue
        raise _asks(found, paths.get(found.field, f"The message of {name}"))
    for override in excused.values():
        _logger.warning("%s: %r is said to be no secret: %s", name, override.field, override.reason)


def _refuse_addresses(planned: Iterable[Planned], subject: str, message: str) -> None:
    everything = "\n".join([message, *(text for item in planned for text in _texts(item))])
    if find_address(everything) is None:
        return
    places = [(subject, message), *((item.path, text) for item in planned for text in _texts(item))]
    for path, text in places:
        if address := find_address(text):
            raise refusal(
                "form_has_address",
                path,
                f"has a link in its words ({address[:60]})",
                "Take it out; a link is asked for by link, where people see where it leads",
            )


def _texts(planned: Planned) -> Iterator[str]:
    field = planned.field
    yield field.name
    yield field.title
    yield field.description
    if planned.holds_addresses:
        return
    for choice in field.choices:
        yield choice.value
        if choice.title != choice.value:
            yield choice.title
    if isinstance(field.default, str):
        yield field.default


def _asks(found: FoundSecret, path: str) -> Misuse:
    return refusal(
        "form_asks_for_secret",
        path,
        f"asks for a secret, by its {found.where} ({found.kind}), and no form may",
        f"{ON_A_PAGE}. If it is none, say so with not_secret=[NotASecret({found.field!r}, reason=...)]",
    )
