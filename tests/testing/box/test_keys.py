"""Signing keys: fresh ones, and only their public half is shown."""

from __future__ import annotations

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from elicitor.testing.box.keys import SigningKey


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_what_it_signs_verifies_with_what_it_shows(algorithm: str) -> None:
    """And the header names key, algorithm and type."""
    key = SigningKey(algorithm)  # type: ignore[arg-type]
    token = jwt.decode(
        key.sign({"a": 1}, typ="at+jwt"), KeySet.import_key_set(key.public_set()), algorithms=[algorithm]
    )
    assert token.claims == {"a": 1}
    assert token.header == {"alg": algorithm, "kid": key.kid, "typ": "at+jwt"}


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_no_private_member_is_shown(algorithm: str) -> None:
    """RFC 7518 sections 6.2.2 and 6.3.2."""
    (shown,) = SigningKey(algorithm).public_set()["keys"]  # type: ignore[arg-type]
    assert not set(shown) & {"d", "p", "q", "dp", "dq", "qi", "oth", "k"}


def test_two_keys_are_two() -> None:
    """Nothing is shared between boxes."""
    first, second = SigningKey("ES256"), SigningKey("ES256")
    assert first.kid != second.kid
    assert first.public_set() != second.public_set()
