"""A provider is checked when it is made, and says what to change."""

from __future__ import annotations

import pytest

from elicitor.errors import Misuse
from elicitor.oauth.catalogue import oidc
from elicitor.oauth.provider import Provider
from elicitor.secret import Secret

ISSUER = "https://as.example"


def acme(name: str = "acme", *, origins: tuple[str, ...] = ()) -> Provider:
    """A provider that differs in one thing."""
    return oidc(ISSUER, name=name, title="Acme", client_id="me", client_secret="s", api_origins=origins)


@pytest.mark.parametrize("name", ["", "Acme", "-acme", "ac/me", "acme\n", "a" * 41])
def test_a_name_that_cannot_stand_in_an_address_is_refused(name: str) -> None:
    """The longest good one is taken."""
    assert acme("a" * 40).name == "a" * 40
    with pytest.raises(Misuse) as refused:
        acme(name)
    assert refused.value.code == "provider_malformed"


@pytest.mark.attack("B11")
@pytest.mark.parametrize(
    "origin",
    [
        "https://",
        "https://api.example/",
        "https://api.example/v1",
        "https://API.example",
        "https://api.example@evil.example",
        "https://api.example:port",
        "https://api.example:99999",
        "https://api.example:",
        "https://api.example?",
        "https://[::1",
        "https://api.example ",
        "ftp://api.example",
        "api.example",
    ],
)
def test_an_api_origin_is_nothing_but_an_origin(origin: str) -> None:
    """What stands there decides where a token may go."""
    good = ("https://api.example", "https://api.example:8443", "http://127.0.0.1:8000", "http://[::1]:8000")
    assert acme(origins=good).api_origins == good
    with pytest.raises(Misuse) as refused:
        acme(origins=(origin,))
    assert refused.value.code == "provider_malformed"


def test_a_provider_is_found_in_exactly_one_way() -> None:
    """By its issuer or by endpoints of its own."""
    with pytest.raises(Misuse, match="needs an issuer"):
        Provider("acme", "Acme", "me", None)
    with pytest.raises(Misuse, match="client_id"):
        Provider("acme", "Acme", "", None, issuer=ISSUER)


def test_scopes_are_told_apart_by_something() -> None:
    """Nothing at all would make one scope of many."""
    with pytest.raises(Misuse, match="separators"):
        Provider("acme", "Acme", "me", None, issuer=ISSUER, reply_scope_separators="")
    assert Provider("acme", "Acme", "me", None, issuer=ISSUER, reply_scope_separators=",").scope_separator == " "


def test_a_client_without_a_secret_is_public() -> None:
    """And one with a secret shows it."""
    public = Provider.for_sign_in(issuer=ISSUER, client_id="me", client_secret=None)
    confidential = Provider.for_sign_in(issuer=ISSUER, client_id="me", client_secret=Secret("s"))
    assert (public.client_authentication, confidential.client_authentication) == ("none", "client_secret_basic")
