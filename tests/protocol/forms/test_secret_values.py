"""Values that look like secrets, and values that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitor.protocol.forms.secret_values import looks_like_secret

MARKED = "A1b2C3d4E5f6G7h8I9j0K1l2"


@pytest.mark.attack("F20")
@pytest.mark.requirement("FORM-11")
@pytest.mark.parametrize(
    "value",
    [
        "sk-" + MARKED,
        "key: sk-proj-" + MARKED,
        "sk_live_" + MARKED,
        "ghp_" + MARKED,
        "github_pat_" + MARKED,
        "glpat-" + MARKED,
        "xoxb-123456789012-" + MARKED,
        "AKIA" + "ABCDEFGHIJKLMNOP",
        "AIza" + MARKED * 2,
        "ya29." + MARKED,
        "hf_" + MARKED,
        "npm_" + MARKED * 2,
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
        "-----BEGIN " + "PRIVATE KEY-----\nMIIE",
        "Bearer " + MARKED,
        "postgresql://app:hunter2@db.example.com/app",
        "4111 1111 1111 1111",
        "5555-5555-5555-4444",
        "378282246310005",
        "DE89 3704 0044 0532 0130 00",
        "gb82west12345698765432",
        "legal winner thank year wave sausage worth useful legal winner thank yellow".replace(
            "legal winner thank year", "apple river stone year", 1
        ),
        MARKED,
        "wJalrXUtnFEMIK7MDENGbPxRfiCYzq8r",
    ],
)
def test_a_secret_is_known_by_its_shape(value: str) -> None:
    """Marks of well-known keys, check digits, and chance."""
    assert looks_like_secret(value)
    assert looks_like_secret(f"  {value}\n")


@pytest.mark.parametrize(
    "value",
    [
        "",
        "ada@example.com",
        "Ada Lovelace",
        "f47ac10b-58cc-4372-a567-0e02b2c3d479",
        "192f9a41c3b2d4e5f60718293a4b5c6d7e8f9012",
        "4111 1111 1111 1112",
        "9111111111111111",
        "+49 30 1234567890",
        "DE88 3704 0044 0532 0130 00",
        "https://example.com/a/long/path/ToSomeDocument2026",
        "A sentence of twelve words that you and I could very well say",
        "the quick brown fox jumps over one lazy dog and then sleeps",
        "src/elicitor/protocol/forms/secretValues2.py",
        "ThisIsALongCamelCaseIdentifier2",
        "2026-02-28T10:00:00Z",
        "sk-1",
        "Donaudampfschifffahrtsgesellschaft",
        7,
        None,
        ["sk-" + MARKED],
    ],
)
def test_what_is_public_or_made_of_words_is_no_secret(value: object) -> None:
    """Identifiers, digests, addresses, sentences, wrong check digits."""
    assert not looks_like_secret(value)


@given(st.text(max_size=300))
def test_any_text_gets_a_verdict(text: str) -> None:
    """Nothing that is typed makes it fail."""
    assert looks_like_secret(text) in (True, False)


@pytest.mark.attack("F18")
@pytest.mark.parametrize("text", ["sk-" * 300_000, "a:" * 500_000, "1 " * 500_000, "a " * 500_000, "eyJa." * 200_000])
def test_long_texts_take_no_time(text: str) -> None:
    """Only the beginning is looked at."""
    assert looks_like_secret(text) in (True, False)
