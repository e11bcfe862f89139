"""The providers that are known are described as their own documents describe them."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from elicitor.oauth.authorize import authorization_url
from elicitor.oauth.catalogue import github, google, oidc
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.pkce import new_verifier
from elicitor.secret import Secret


def test_github_has_endpoints_of_its_own() -> None:
    """It has no discovery, and its scopes come back with commas."""
    found = github("id", "secret", scopes=("repo",))
    assert (found.name, found.issuer, found.scopes) == ("github", None, frozenset({"repo"}))
    assert found.fixed_endpoints is not None
    assert urlsplit(found.fixed_endpoints.token).hostname == "github.com"
    assert found.api_origins == ("https://api.github.com",)
    assert "," in found.reply_scope_separators
    assert found.scope_descriptions["repo"]


@pytest.mark.case("R127")
def test_google_is_asked_for_offline_access_and_consent() -> None:
    """Else it gives no refresh token."""
    provider = google("id", "secret")
    url = authorization_url(
        Endpoints(
            provider.issuer, "https://accounts.google.com/o/oauth2/v2/auth", "https://oauth2.googleapis.com/token"
        ),
        provider,
        redirect_uri="https://mcp.example/connect/callback/google",
        scopes=provider.scopes,
        state="s",
        nonce=Secret("n"),
        verifier=new_verifier(),
    )
    query = parse_qs(urlsplit(url).query)
    assert (query["access_type"], query["prompt"]) == (["offline"], ["consent"])


def test_any_other_provider_brings_its_own_words() -> None:
    """They stand beside the known ones, and may replace them."""
    found = oidc(
        "https://as.example",
        name="acme",
        title="Acme",
        client_id="me",
        api_origins=["https://api.example"],
        scope_descriptions={"files": "read your files", "email": "write to you"},
    )
    assert found.scope_descriptions["files"] == "read your files"
    assert found.scope_descriptions["email"] == "write to you"
    assert found.scope_descriptions["openid"]
    assert (found.client_secret, found.client_authentication) == (None, "none")


def test_a_secret_given_as_text_is_hidden() -> None:
    """It is in no picture of the provider."""
    for found in (github("id", "hush-hush"), google("id", "hush-hush")):
        assert found.client_secret == Secret("hush-hush")
        assert "hush-hush" not in repr(found)
