"""A token reply is well formed, or nothing of it is kept."""

from __future__ import annotations

import json

import pytest

from elicitor.errors import ProviderBroke, ProviderSaidNo, ProviderUnreachable
from elicitor.oauth.catalogue import github
from elicitor.oauth.http import Reply
from elicitor.oauth.token_reply import TokenReply, read_token_reply

PROVIDER = github("id", "secret")
NOW = 1_000


def read(content: dict[str, object] | bytes, status: int = 200, kind: str = "application/json") -> TokenReply:
    """Read a reply with this content."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return read_token_reply(Reply(status, {"content-type": kind}, body), PROVIDER, frozenset({"asked"}), NOW)


@pytest.mark.case("R143", "R156")
@pytest.mark.parametrize(
    ("stated", "expires_at"),
    [
        (3599, 4599),
        ("3599", 4599),
        (3599.0, 4599),
        (0, NOW),
        (-5, NOW),
        ("", None),
        (None, None),
        ("soon", None),
        (1e18, None),
    ],
)
def test_the_life_of_a_token_is_read_in_every_spelling(stated: object, expires_at: int | None) -> None:
    """Nonsense means unknown, and zero means over."""
    assert read({"access_token": "a", "expires_in": stated}).credential.expires_at == expires_at


@pytest.mark.case("R123", "R124")
def test_github_answers_in_a_form_with_commas() -> None:
    """The scopes are told apart all the same."""
    reply = read(
        b"access_token=x&scope=repo%2Cuser%3Aemail&token_type=bearer", kind="application/x-www-form-urlencoded"
    )
    assert reply.scopes == {"repo", "user:email"}


@pytest.mark.attack("B15")
@pytest.mark.parametrize("scope", ["a\x00b", "a\nb", 'a"b', "a\\b", "\u00fc", "\x7f", "x" * 501])
def test_what_cannot_be_a_scope_was_not_granted(scope: str) -> None:
    """RFC 6749 section 3.3. No database and no page has to cope with it; the others count."""
    assert read({"access_token": "a", "scope": f"x:y {scope}"}).scopes == {"x:y"}
    assert read({"access_token": "a", "scope": ["x:y", scope]}).scopes == {"x:y"}
    assert read({"access_token": "a", "scope": "x" * 500}).scopes == {"x" * 500}


@pytest.mark.case("R124")
@pytest.mark.parametrize(
    "stated", ["repo,user:email", "repo user:email", " repo,  user:email ", ["repo", "user:email"]]
)
def test_scopes_are_told_apart_in_every_spelling(stated: object) -> None:
    """Of a provider that is known for commas."""
    assert read({"access_token": "a", "scope": stated}).scopes == {"repo", "user:email"}


@pytest.mark.case("R129")
def test_a_reply_without_scopes_granted_what_was_asked() -> None:
    """RFC 6749 section 5.1."""
    assert read({"access_token": "a"}).scopes == {"asked"}


@pytest.mark.case("R122")
def test_an_error_with_status_200_is_an_error() -> None:
    """As GitHub sends it."""
    with pytest.raises(ProviderSaidNo) as refused:
        read({"error": "bad_verification_code", "error_description": "<b>no</b>"})
    assert refused.value.error == "bad_verification_code"
    assert "<b>" not in str(refused.value.evidence)


@pytest.mark.case("R144")
@pytest.mark.parametrize("kind", ["bearer", "Bearer", "BEARER", "BearerToken"])
def test_bearer_is_read_in_every_case(kind: str) -> None:
    """And other kinds are refused."""
    assert read({"access_token": "a", "token_type": kind})
    with pytest.raises(ProviderBroke, match="not supported"):
        read({"access_token": "a", "token_type": "mac"})


@pytest.mark.attack("B15")
@pytest.mark.parametrize("token", ["", "a b", "a\r\nX: y", "\x00", "ü", 7, None, ["a"], "x" * 16_385])
def test_what_cannot_be_a_token_is_refused(token: object) -> None:
    """Its honest twin is taken."""
    assert read({"access_token": "x" * 16_384})
    with pytest.raises(ProviderBroke):
        read({"access_token": token})


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_server_in_trouble_is_not_a_refusal(status: int) -> None:
    """R154: nothing is marked as ended."""
    with pytest.raises(ProviderUnreachable):
        read({}, status)
    with pytest.raises(ProviderSaidNo) as refused:
        read({"error": "invalid_grant"}, 400)
    assert refused.value.final
