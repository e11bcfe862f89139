"""How values become columns and back."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace

import pytest

from elicitor.errors import Refused
from elicitor.principal import Owner
from elicitor.vault.columns import (
    exact,
    key_of,
    owner_key,
    owner_of,
    person_columns,
    scopes_of,
    scopes_text,
    tidy,
)

ISSUER = "https://auth.example.com"


@pytest.mark.attack("A11", "A14")
def test_owners_that_nearly_agree_have_different_keys() -> None:
    """A slash, a capital, a port, a form of the same letter, a border moved: all are different people."""
    owners = [
        Owner("", ISSUER, "alice"),
        Owner("", ISSUER + "/", "alice"),
        Owner("", ISSUER.upper(), "alice"),
        Owner("", ISSUER + ":443", "alice"),
        Owner("", "http://auth.example.com", "alice"),
        Owner("", ISSUER, "Alice"),
        Owner("", ISSUER, "alice "),
        Owner("", ISSUER, "alic\u00e9"),
        Owner("", ISSUER, "alice\u0301"),
        Owner("a", ISSUER, "alice"),
        Owner("https", "://auth.example.com", "alice"),
        Owner("", ISSUER + "a", "lice"),
    ]
    keys = [owner_key(owner) for owner in owners]
    assert all(one != other for one, other in combinations(keys, 2))
    assert owner_key(Owner("", ISSUER, "alice")) == keys[0]


def test_a_person_goes_into_columns_and_comes_back() -> None:
    """Byte for byte."""
    owner = Owner("acme", ISSUER, "日本 \U0001d54b e\u0301")
    assert owner_of(SimpleNamespace(**person_columns(owner))) == owner


@pytest.mark.parametrize("field", ["tenant", "issuer", "subject"])
@pytest.mark.parametrize("bad", ["a\x00b", "\ud800"])
def test_a_person_that_no_database_can_hold_is_refused(field: str, bad: str) -> None:
    """In each of the three columns; the twin without the letter is taken."""
    parts = {"tenant": "acme", "issuer": ISSUER, "subject": "alice"}
    with pytest.raises(Refused) as refusal:
        person_columns(Owner(**(parts | {field: bad})))
    assert refusal.value.code == "text_not_storable"
    assert person_columns(Owner(**(parts | {field: "ab"})))


def test_exact_changes_nothing() -> None:
    """Not even what looks like a mistake."""
    for text in ("", " a ", "\u202e", "\U0001f600", "e\u0301"):
        assert exact(text) == text


def test_a_label_is_cut_and_loses_what_cannot_be_printed() -> None:
    """Control, direction and half letters become the replacement character."""
    assert tidy("Tea\nTime\x00\x1b\u202e\ud800é") == "Tea\ufffdTime\ufffd\ufffd\ufffd\ufffdé"
    assert len(tidy("x" * 10_000)) == 200


def test_scopes_survive_whatever_letters_they_have() -> None:
    """White space, quotes, NUL and half letters too; the order does not matter."""
    for scopes in (set(), {"repo"}, {"b", "a"}, {"a b", '"', "\\", "\x00", "\ud800", "é"}):
        text = scopes_text(scopes)
        assert scopes_of(text) == scopes
        assert text.isascii()
        assert "\x00" not in text
    assert scopes_text(["b", "a"]) == scopes_text(["a", "b"])


def test_a_key_of_a_text_is_short_and_its_own() -> None:
    """Thirty-two bytes for any length."""
    assert len(key_of("x" * 100_000)) == 32
    assert key_of("a") != key_of("b")
