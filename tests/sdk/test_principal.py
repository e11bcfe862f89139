"""The one function that says whose token it is."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.server.auth.provider import AccessToken

from elicitor.errors import Refused
from elicitor.principal import Owner, Principal
from elicitor.sdk.principal import principal_of


def token(**changes: Any) -> AccessToken:
    """One that names alice."""
    facts: dict[str, Any] = {
        "token": "t",
        "client_id": "chat",
        "scopes": [],
        "subject": "alice",
        "claims": {"iss": "https://as.example"},
    }
    return AccessToken(**(facts | changes))


@pytest.mark.requirement("ID-4")
def test_it_reads_issuer_subject_and_client() -> None:
    """And the tenant it is told."""
    assert principal_of(token(), tenant="t") == Principal(Owner("t", "https://as.example", "alice"), "chat")


@pytest.mark.attack("A12")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"subject": None}, "no_subject"),
        ({"subject": ""}, "no_subject"),
        ({"claims": None}, "no_issuer"),
        ({"claims": {}}, "no_issuer"),
        ({"claims": {"iss": 7}}, "no_issuer"),
        ({"claims": {"iss": ["https://as.example"]}}, "no_issuer"),
        ({"client_id": ""}, "no_client"),
    ],
)
def test_a_token_that_names_nobody_is_refused(changes: dict[str, Any], code: str) -> None:
    """There is no falling back on the client."""
    with pytest.raises(Refused) as refused:
        principal_of(token(**changes))
    assert refused.value.code == code


def test_no_token_is_refused_with_a_word_about_http() -> None:
    """As on stdio and in process."""
    with pytest.raises(Refused, match="HTTP"):
        principal_of(None)
