"""How values become columns and back: people, scopes, and texts that strangers wrote.

Who a person is must be stored byte for byte or not at all (A11). A text that no database can hold exactly
(with a NUL, or with half of a surrogate pair) is refused; a mere label is tidied instead.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from elicitor.errors import Refused
from elicitor.principal import Owner
from elicitor.vault.framing import frame

__all__ = [
    "exact",
    "key_of",
    "owner_key",
    "owner_of",
    "person_columns",
    "scopes_of",
    "scopes_text",
    "tidy",
]

_LONGEST_LABEL = 200


def owner_key(owner: Owner) -> bytes:
    """The digest by which everything of an owner is found: 32 bytes, different for different owners."""
    return hashlib.sha256(frame(owner.tenant, owner.issuer, owner.subject)).digest()


def key_of(text: str) -> bytes:
    """A short key for a text of any length."""
    return hashlib.sha256(frame(text)).digest()


def person_columns(owner: Owner) -> dict[str, str]:
    """An owner as the three columns of its row.

    Raises:
        Refused: `text_not_storable`.
    """
    return {
        "tenant": exact(owner.tenant),
        "issuer": exact(owner.issuer),
        "subject": exact(owner.subject),
    }


def owner_of(row: Any) -> Owner:
    """The owner that a row names."""
    return Owner(row.tenant, row.issuer, row.subject)


def exact(text: str) -> str:
    """A text as it is, if a database can keep it as it is.

    Raises:
        Refused: `text_not_storable`. The token that carried it names nobody we could recognise again.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _not_storable() from None
    if "\x00" in text:
        raise _not_storable()
    return text


def tidy(text: str) -> str:
    """A label from outside, fit to be stored: at most 200 characters, none that cannot be printed."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:_LONGEST_LABEL])


def scopes_text(scopes: Iterable[str]) -> str:
    """A set of scopes as one text, whatever letters they have."""
    return json.dumps(sorted(scopes), separators=(",", ":"))


def scopes_of(text: str) -> frozenset[str]:
    """The set that `scopes_text` wrote."""
    return frozenset(json.loads(text))


def _not_storable() -> Refused:
    return Refused(
        "text_not_storable",
        "The access token names somebody in letters that cannot be stored. Ask its operator to correct it.",
    )
