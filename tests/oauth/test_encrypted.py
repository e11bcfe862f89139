"""What tokens travel to is https, or loopback where development allows it."""

from __future__ import annotations

import pytest

from elicitor.development import DevelopmentHttp
from elicitor.errors import Misuse
from elicitor.oauth.catalogue import github, oidc
from elicitor.oauth.encrypted import require_encrypted_issuer, require_encrypted_provider
from elicitor.oauth.provider import Provider

HERE = DevelopmentHttp()


def acme(issuer: str = "https://as.example", *origins: str) -> Provider:
    """A provider that differs in its addresses."""
    return oidc(issuer, name="acme", title="Acme", client_id="me", api_origins=origins)


def refusal(provider: Provider, development: DevelopmentHttp | None) -> Misuse:
    """What it is refused with."""
    with pytest.raises(Misuse) as refused:
        require_encrypted_provider(provider, development)
    return refused.value


@pytest.mark.attack("B11")
@pytest.mark.parametrize("origin", ["http://api.example", "http://10.0.0.7:8000", "http://127.0.0.1.example"])
def test_a_token_is_sent_nowhere_unencrypted(origin: str) -> None:
    """Not even in development, where it is not this machine."""
    require_encrypted_provider(acme("https://as.example", origin.replace("http:", "https:")), None)
    for development in (None, HERE):
        error = refusal(acme("https://as.example", "https://api.example", origin), development)
        assert error.code == "api_origin_not_https"
        assert origin in error.sentence
        assert "acme" in error.sentence


def test_loopback_is_for_development() -> None:
    """And for nothing else."""
    local = acme("http://127.0.0.1:9401", "http://127.0.0.1:9401", "http://[::1]:9401", "http://localhost:9401")
    require_encrypted_provider(local, HERE)
    assert refusal(local, None).code == "issuer_not_https"
    assert refusal(acme("https://as.example", "http://localhost:9401"), None).code == "api_origin_not_https"


def test_a_provider_without_an_issuer_has_none_to_look_at() -> None:
    """The catalogue's addresses are https."""
    require_encrypted_provider(github("me", "secret"), None)


@pytest.mark.parametrize("issuer", ["http://auth.example.com", "auth.example.com", "", "ftp://auth.example.com"])
def test_an_issuer_is_https_and_the_sentence_names_it_and_the_door(issuer: str) -> None:
    """And says where the permission has to be passed."""
    require_encrypted_issuer("https://auth.example.com", None, where="JWTVerifier")
    with pytest.raises(Misuse) as refused:
        require_encrypted_issuer(issuer, HERE, where="JWTVerifier")
    assert refused.value.code == "issuer_not_https"
    assert f"{issuer!r} must be https" in refused.value.sentence
    assert "development_http() to JWTVerifier" in refused.value.sentence
