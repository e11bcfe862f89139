"""Fields that ask for secrets: single ones, and the labelled list with what is found of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from elicitor.protocol.forms import read_form
from elicitor.protocol.forms.secrets import FoundSecret, SecretKind, find_secret, find_secrets, looks_like_secret

CORPUS = Path(__file__).parent / "corpus" / "secret_fields.txt"
_PARTS = 6


class Labelled(NamedTuple):
    """One row of the list."""

    verdict: str
    language: str
    name: str
    title: str
    description: str
    message: str

    @property
    def is_found(self) -> bool:
        """What we say of it."""
        return find_secret(self.name, self.title, self.description, self.message) is not None


def corpus() -> Iterator[Labelled]:
    """The list, without its comments."""
    for line in CORPUS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Labelled(*[part.strip() for part in line.split("|", maxsplit=_PARTS - 1)])


@pytest.mark.requirement("FORM-11")
@pytest.mark.attack("F20", "F21")
@pytest.mark.case("R020")
def test_the_labelled_list_is_judged_rightly() -> None:
    """Recall and false alarms, over at least 400 fields and 12 languages."""
    rows = list(corpus())
    secrets = [row for row in rows if row.verdict == "secret"]
    fine = [row for row in rows if row.verdict == "fine"]
    assert len(secrets) + len(fine) == len(rows) >= 400
    assert len({row.language for row in secrets}) >= 12
    assert {row.language for row in secrets} == {row.language for row in fine}
    assert [row for row in secrets if not row.is_found] == []
    assert [row for row in fine if row.is_found] == []


@pytest.mark.case("R020")
@pytest.mark.parametrize("name", ["username", "email", "token_count", "keyboard", "passport_country", "street"])
def test_names_and_addresses_are_no_secrets(name: str) -> None:
    """Nor what only sounds like one."""
    assert find_secret(name) is None


@pytest.mark.attack("F20")
@pytest.mark.parametrize(
    ("words", "kind", "where"),
    [
        ({"name": "apiKey"}, SecretKind.KEY, "name"),
        ({"name": "x", "title": "Passwort"}, SecretKind.PASSWORD, "title"),
        ({"name": "x", "title": "X", "description": "Paste your access token"}, SecretKind.TOKEN, "description"),
        ({"name": "x", "message": "Hello. Please enter the verification code!"}, SecretKind.CODE, "message"),
        ({"name": "cvv"}, SecretKind.PAYMENT, "name"),
    ],
)
def test_what_is_found_is_told_with_its_place(words: dict[str, str], kind: SecretKind, where: str) -> None:
    """So that it can be changed; the sentence has none of the form's words."""
    found = find_secret(**words)
    assert found == FoundSecret(kind, where, words["name"])
    assert "form" in found.sentence
    assert "apiKey" not in found.sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "We will never ask for your password.",
        "Do not type your PIN number here.",
        "Your password was changed.",
        "This form is about access tokens and how they are made by third parties in the cloud.",
    ],
)
def test_a_sentence_that_does_not_ask_is_fine(sentence: str) -> None:
    """And one that asks beside it is not."""
    assert find_secret("x", description=sentence) is None
    assert find_secret("x", description=f"{sentence} Enter your password.") is not None


def test_a_form_is_looked_through_as_a_whole() -> None:
    """By field, and by its message where there is a place for a secret."""
    form = read_form(
        {
            "type": "object",
            "properties": {
                "password": {"type": "boolean", "title": "Reset the password?"},
                "api_key": {"type": "string", "enum": ["work", "home"]},
                "pin": {"type": "integer"},
                "note": {"type": "string"},
            },
        }
    )
    message = "Please enter your password."
    assert find_secrets(form.fields, message) == (FoundSecret(SecretKind.PASSWORD, "name", "pin"),)
    assert find_secrets(form.fields[3:], message) == (FoundSecret(SecretKind.PASSWORD, "message"),)
    assert find_secrets(form.fields[:2], message) == ()
    assert find_secrets(form.fields[3:], "What shall I write?") == ()


@pytest.mark.attack("F18")
def test_a_message_without_end_is_judged_by_its_ends() -> None:
    """In no time."""
    assert find_secret("x", message="a. " * 300_000) is None
    assert find_secret("x", message="a. " * 300_000 + "Enter your password.") is not None


def test_values_are_judged_here_too() -> None:
    """The same function, from the same place."""
    assert looks_like_secret("4111 1111 1111 1111")
