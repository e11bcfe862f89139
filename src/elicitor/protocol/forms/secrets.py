"""Whether a field asks for a password, a key, a token, a one-time code or a means of payment (FORM-11, F20, F21).

Judged by its words, in sixteen languages (`secret_words.py`): names and labels by themselves, sentences only where
they ask. "Never type your password here" asks for nothing, and `token_count` is no token. What is found is told with
the place, so that an author can change it and a person can be warned. A clever enemy can always ask in words that no
list has; the check of what is typed (`looks_like_secret`) is there for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from elicitor.protocol.forms.fields import Field, Kind
from elicitor.protocol.forms.folding import words
from elicitor.protocol.forms.phrases import phrases_near
from elicitor.protocol.forms.secret_values import looks_like_secret
from elicitor.protocol.forms.secret_words import (
    ASKING,
    ASKING_IN_PLACE,
    NOT_ASKING,
    NOT_ASKING_IN_PLACE,
    ONLY_NAMES,
    TELLS_BEFORE,
    SecretKind,
)

__all__ = ["FoundSecret", "SecretKind", "find_secret", "find_secrets", "looks_like_secret"]

_SENTENCE = re.compile(r"[.!?;\n。！？；]+")
_FEW_WORDS = 6
_FEW_LETTERS = 14
_MOST = 10_000
_NOUNS = {
    SecretKind.PASSWORD: "a password",
    SecretKind.KEY: "a secret key",
    SecretKind.TOKEN: "a token",
    SecretKind.CODE: "a one-time code or the answer to a security question",
    SecretKind.PAYMENT: "a means of payment",
}


@dataclass(frozen=True, slots=True)
class FoundSecret:
    """What a field seems to ask for.

    Attributes:
        kind: what it is.
        where: `name`, `title`, `description` or `message`.
        field: the name of the field; empty for a message that is about the form as a whole.
    """

    kind: SecretKind
    where: str
    field: str = ""

    @property
    def sentence(self) -> str:
        """For the person who is to fill in the form; holds no word of the form."""
        return f"This asks for {_NOUNS[self.kind]}. No server may ask for that in a form."


def find_secret(name: str, title: str = "", description: str = "", message: str = "") -> FoundSecret | None:
    """Whether a field asks for a secret, by its own words and the message of its form.

    Args:
        name: its key.
        title: its label.
        description: its hint.
        message: what the form is about.

    Returns:
        What is asked for and where that was read, or None.
    """
    for where, text in (("name", name), ("title", title)):
        if kind := _find_in_label(text):
            return FoundSecret(kind, where, name)
    for where, text in (("description", description), ("message", message)):
        if kind := _find_in_prose(text):
            return FoundSecret(kind, where, name)
    return None


def find_secrets(fields: Iterable[Field], message: str = "") -> tuple[FoundSecret, ...]:
    """Everything in a form that asks for a secret.

    Only texts and numbers can be secrets: a yes or no and the choice from a list tell the server nothing that it does
    not have. The message counts where there is such a field.
    """
    open_fields = [field for field in fields if field.kind in (Kind.TEXT, Kind.INTEGER, Kind.NUMBER)]
    found = [
        secret
        for field in open_fields
        if (secret := find_secret(field.name, field.title, field.description)) is not None
    ]
    if open_fields and not found and (kind := _find_in_prose(message)):
        return (FoundSecret(kind, "message"),)
    return tuple(found)


@lru_cache(maxsize=4096)
def _find_in_label(text: str) -> SecretKind | None:
    named = words(_cut(text))
    if named and (kind := ONLY_NAMES.get(named[-1])) and not _is_told_otherwise(named):
        return kind
    return _find_phrase(named)


def _is_told_otherwise(named: Sequence[str]) -> bool:
    return any(word == "of" or word in TELLS_BEFORE for word in named[:-1])


@lru_cache(maxsize=4096)
def _find_in_prose(text: str) -> SecretKind | None:
    text = _cut(text)
    if not phrases_near(words(text)):
        return None
    for sentence in _SENTENCE.split(text):
        said = words(sentence)
        kind = _find_phrase(said)
        if kind is not None and _asks(said):
            return kind
    return None


def _find_phrase(said: Sequence[str]) -> SecretKind | None:
    return next((phrase.kind for phrase in phrases_near(said) if phrase.is_in(said)), None)


def _asks(said: Sequence[str]) -> bool:
    squeezed = "".join(said)
    if NOT_ASKING.intersection(said) or any(word in squeezed for word in NOT_ASKING_IN_PLACE):
        return False
    if ASKING.intersection(said) or any(word in squeezed for word in ASKING_IN_PLACE):
        return True
    return len(said) <= _FEW_WORDS if len(said) > 1 else len(squeezed) <= _FEW_LETTERS


def _cut(text: str) -> str:
    """A long text by its ends; between them nobody reads either."""
    return text if len(text) <= 2 * _MOST else f"{text[:_MOST]}\n{text[-_MOST:]}"
