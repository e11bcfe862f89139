"""Words without case, accents, joins and disguises."""

from __future__ import annotations

import pytest

from elicitor.protocol.forms.folding import fold, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("newPassword", ("new", "password")),
        ("NEW_PASSWORD", ("new", "password")),
        ("APIKeyValue", ("api", "key", "value")),
        ("password2", ("password",)),
        ("p4ssw0rd", ("password",)),
        ("P a s s w o r d", ("password",)),
        ("a b c", ("a", "b", "c")),
        ("Contraseña", ("contrasena",)),
        ("Hasło", ("haslo",)),
        ("ŞİFRE", ("sifre",)),
        ("ｐａｓｓｗｏｒｄ", ("password",)),
        ("pass\u200bword", ("password",)),
        ("pаsswоrd", ("password",)),
        ("tοken", ("token",)),
        ("Ключ", ("ключ",)),
        ("비밀번호", ("비밀번호",)),
        ("パスワード", ("パスワード",)),
        ("2fa", ("2fa",)),
        ("2026", ("2026",)),
        ("last4", ("last",)),
        ("", ()),
    ],
)
def test_a_disguise_comes_off(text: str, expected: tuple[str, ...]) -> None:
    """Humps, underscores, spacing, digits, width, invisible letters, foreign alphabets."""
    assert words(text) == expected


def test_folding_twice_changes_nothing() -> None:
    """What is folded is folded."""
    for text in ("İstanbul", "Straße", "Hasło", "ﬁ", "비밀번호", "パスワード", "Ёлка"):
        assert fold(fold(text)) == fold(text)


@pytest.mark.attack("F18")
def test_a_word_without_end_takes_no_time() -> None:
    """It is left as it is."""
    assert words("а" * 100_000 + "a") == ("а" * 100_000 + "a",)
