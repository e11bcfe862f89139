"""The verifier is random and the challenge is its digest."""

from __future__ import annotations

import re

import pytest

from elicitor.oauth.pkce import challenge, new_verifier
from elicitor.secret import Secret


@pytest.mark.attack("B5")
def test_the_challenge_is_the_one_of_the_specification() -> None:
    """RFC 7636 appendix B."""
    verifier = Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    assert challenge(verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def test_every_verifier_is_new() -> None:
    """And has the alphabet and length of RFC 7636 section 4.1."""
    made = {new_verifier() for _ in range(50)}
    assert len(made) == 50
    assert all(re.fullmatch(r"[A-Za-z0-9._~-]{43,128}", verifier.reveal()) for verifier in made)
