"""The answer to an authorization request is checked before anything of it is used."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from elicitor.errors import ProviderBroke, ProviderSaidNo
from elicitor.oauth.authorize import ValidCallback, authorization_url, validate_callback
from elicitor.oauth.catalogue import oidc
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.pkce import challenge
from elicitor.secret import Secret

ISSUER = "https://as.example"


def check(*pairs: tuple[str, str], supported: bool = True) -> ValidCallback:
    """Check an answer from the issuer."""
    return validate_callback(pairs, expected_issuer=ISSUER, iss_supported=supported)


@pytest.mark.attack("B1")
@pytest.mark.parametrize("issuer", ["https://evil.example", ISSUER + "/", ISSUER.upper(), ISSUER + ":443", ""])
def test_an_issuer_that_is_not_the_same_to_the_byte_is_refused(issuer: str) -> None:
    """Also on errors, and before the error is read; the right one passes."""
    assert check(("code", "c"), ("iss", ISSUER)).code == Secret("c")
    for rest in (("code", "c"), ("error", "access_denied")):
        with pytest.raises(ProviderBroke) as refused:
            check(rest, ("iss", issuer))
        assert refused.value.code == "issuer_mismatch"


@pytest.mark.attack("B1")
def test_a_missing_issuer_is_refused_where_the_server_sends_one() -> None:
    """And passes where it does not (RFC 9207 section 2.4)."""
    assert check(("code", "c"), supported=False)
    with pytest.raises(ProviderBroke):
        check(("code", "c"))


def test_repeated_parameters_and_missing_codes_are_refused() -> None:
    """Each with its own code."""
    for pairs, code in (
        ((("code", "a"), ("code", "b"), ("iss", ISSUER)), "callback_repeated"),
        ((("iss", ISSUER),), "callback_malformed"),
        ((("code", "x" * 5000), ("iss", ISSUER)), "callback_malformed"),
    ):
        with pytest.raises(ProviderBroke) as refused:
            check(*pairs)
        assert refused.value.code == code


@pytest.mark.attack("D4")
def test_an_error_keeps_to_the_alphabet_of_errors() -> None:
    """What a stranger wrote does not get further."""
    with pytest.raises(ProviderSaidNo) as refused:
        check(("error", "<svg/onload=x>"), ("error_description", "<b>"), ("iss", ISSUER))
    assert refused.value.error == "unknown"
    assert "<" not in refused.value.sentence


def test_only_the_check_makes_its_proof() -> None:
    """The exchange takes nothing else."""
    with pytest.raises(TypeError):
        ValidCallback(Secret("c"), object())


@pytest.mark.attack("B5")
def test_pkce_is_always_s256() -> None:
    """RFC 7636 appendix B, and the request carries it."""
    verifier = Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    assert challenge(verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    url = authorization_url(
        Endpoints(ISSUER, ISSUER + "/auth", ISSUER + "/token"),
        oidc(ISSUER, name="acme", title="Acme", client_id="me"),
        redirect_uri="https://mcp.example/connect/callback/acme",
        scopes=frozenset({"openid"}),
        state="s",
        nonce=Secret("n"),
        verifier=verifier,
    )
    assert "code_challenge_method=S256" in url
    assert verifier.reveal() not in url


@pytest.mark.attack("B5")
def test_a_parameter_of_the_provider_replaces_no_protection() -> None:
    """What is new in it is sent; a request without scopes names none."""
    own = {"access_type": "offline", "code_challenge_method": "plain", "state": "known", "response_type": "token"}
    provider = replace(oidc(ISSUER, name="acme", title="Acme", client_id="me"), authorize_parameters=own)
    url = authorization_url(
        Endpoints(ISSUER, ISSUER + "/auth?tenant=1", ISSUER + "/token"),
        provider,
        redirect_uri="https://mcp.example/connect/callback/acme",
        scopes=frozenset(),
        state="s",
        nonce=Secret("n"),
        verifier=Secret("v" * 43),
    )
    sent = parse_qs(urlsplit(url).query)
    assert (sent["tenant"], sent["access_type"]) == (["1"], ["offline"])
    assert (sent["state"], sent["code_challenge_method"], sent["response_type"]) == (["s"], ["S256"], ["code"])
    assert not {"scope", "nonce"} & sent.keys()
