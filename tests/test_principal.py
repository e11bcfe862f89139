"""Who an owner is: tenant, issuer and subject, to the byte."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.errors import Misuse, Refused
from elicitor.principal import Owner, Principal

ALICE = Owner("", "https://auth.example.com", "alice")


@pytest.mark.attack("A11")
@pytest.mark.parametrize(
    "other",
    [
        Owner("", "https://auth.example.com/", "alice"),
        Owner("", "https://auth.example.com:443", "alice"),
        Owner("", "HTTPS://auth.example.com", "alice"),
        Owner("", "https://auth.example.com", "Alice"),
        Owner("", "https://auth.example.com", "alice "),
        Owner("t", "https://auth.example.com", "alice"),
    ],
)
def test_nearly_the_same_is_somebody_else(other: Owner) -> None:
    """And the same is the same."""
    assert Owner("", "https://auth.example.com", "alice") == ALICE
    assert other != ALICE


@pytest.mark.attack("A12")
@pytest.mark.requirement("ID-4")
@pytest.mark.parametrize("nobody", [None, "", 7, ["alice"], {"sub": "alice"}, "x" * 1025])
def test_a_token_without_a_person_makes_nobody(nobody: Any) -> None:
    """Neither by issuer, subject nor client."""
    for make, code in (
        (lambda: Owner("", nobody, "alice"), "no_issuer"),
        (lambda: Owner("", ALICE.issuer, nobody), "no_subject"),
        (lambda: Principal(ALICE, nobody), "no_client"),
    ):
        with pytest.raises(Refused) as refused:
            make()
        assert refused.value.code == code
    assert Principal(ALICE, "chat").owner == ALICE


def test_a_tenant_is_a_text() -> None:
    """A mistake of the program."""
    with pytest.raises(Misuse):
        Owner(None, "i", "s")  # type: ignore[arg-type]
