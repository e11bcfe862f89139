"""Identifiers are long, random, and stored as digests only."""

from __future__ import annotations

import hashlib

import pytest

from elicitor.identifiers import digest_of, is_identifier, mint_identifier, name_of_digest


@pytest.mark.attack("C1")
def test_an_identifier_has_256_random_bits() -> None:
    """No two alike, every character used, each bit about as often as not."""
    minted = [mint_identifier() for _ in range(4_000)]
    assert len(set(minted)) == len(minted)
    assert len(set("".join(minted))) == 64
    ones = sum(int.from_bytes(digest_of(one), "big").bit_count() for one in minted)
    assert abs(ones / (256 * len(minted)) - 0.5) < 0.01


@pytest.mark.parametrize("text", ["", "a" * 42, "a" * 44, "a" * 42 + "=", "a" * 42 + "\n", "ä" * 43, "../" + "a" * 40])
def test_the_shape_is_strict(text: str) -> None:
    """One that was minted has it."""
    assert is_identifier(mint_identifier())
    assert not is_identifier(text)


def test_a_digest_names_a_ticket_and_opens_nothing() -> None:
    """It is SHA-256, and its name does not hash to itself."""
    identifier = mint_identifier()
    digest = digest_of(identifier)
    assert digest == hashlib.sha256(identifier.encode()).digest()
    assert digest_of(name_of_digest(digest)) != digest
