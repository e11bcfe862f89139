"""Rows of words, found among words."""

from __future__ import annotations

import pytest

from elicitor.protocol.forms.folding import words
from elicitor.protocol.forms.phrases import Phrase, phrases_near
from elicitor.protocol.forms.secret_words import SecretKind


def found(text: str) -> set[SecretKind]:
    """The kinds of the phrases that a text has."""
    said = words(text)
    return {phrase.kind for phrase in phrases_near(said) if phrase.is_in(said)}


@pytest.mark.parametrize(
    ("text", "kind", "other"),
    [
        ("api key", SecretKind.KEY, "apical keyboard"),
        ("client secrets", SecretKind.KEY, "client secretary"),
        ("benutzerpasswort", SecretKind.PASSWORD, "passwortrichtlinie"),
        ("password", SecretKind.PASSWORD, "password policy"),
        ("password", SecretKind.PASSWORD, "number of passwords"),
        (
            "the code from your authenticator",
            SecretKind.CODE,
            "the code one two three four five six seven authenticator",
        ),
        ("kart numarası", SecretKind.PAYMENT, "kart"),
        ("新密码", SecretKind.PASSWORD, "密码长度"),
        ("密码长度和密码", SecretKind.PASSWORD, "密码长度和密码长度"),
        ("API キー", SecretKind.KEY, "キーボード"),
    ],
)
def test_a_phrase_is_found_and_a_likeness_is_not(text: str, kind: SecretKind, other: str) -> None:
    """Plural, compounds, gaps, languages without spaces; and what is only about a secret."""
    assert kind in found(text)
    assert found(other) == set()


def test_few_phrases_are_near_a_text() -> None:
    """So that a form is looked through quickly."""
    assert phrases_near(words("Street and house")) == []
    assert {phrase.kind for phrase in phrases_near(words("IBAN"))} == {SecretKind.PAYMENT}


def test_a_phrase_needs_all_of_its_words() -> None:
    """In their order."""
    phrase = Phrase(SecretKind.KEY, ("api", "key"), "api", in_place=False)
    assert phrase.is_in(("my", "api", "key"))
    assert not phrase.is_in(("key", "api"))
    assert not phrase.is_in(("api",))
