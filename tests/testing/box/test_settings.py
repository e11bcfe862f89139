"""Clients and settings."""

from __future__ import annotations

import pytest

from elicitor.errors import Misuse
from elicitor.secret import Secret
from elicitor.testing import ALICE, Client
from elicitor.testing.box.settings import Settings


def test_a_secret_given_as_text_is_hidden() -> None:
    """It does not show in a repr."""
    client = Client("app", ("http://c/cb",), "swordfish")
    assert client.secret == Secret("swordfish")
    assert "swordfish" not in repr(client)


def test_the_title_falls_back_to_the_id() -> None:
    """A name is optional."""
    assert Client("app", ()).title == "app"
    assert Client("app", (), name="The app").title == "The app"


@pytest.mark.parametrize("uri", ["", "/callback", "callback", "http://c/cb#f", "http://c/cb#"])
def test_a_bad_redirect_uri_is_refused(uri: str) -> None:
    """RFC 6749 section 3.1.2."""
    with pytest.raises(Misuse) as caught:
        Client("app", (uri,))
    assert caught.value.code == "bad_client"


@pytest.mark.parametrize("uri", ["http://127.0.0.1:1/cb", "com.example.app:/cb", "https://c/cb?a=b"])
def test_good_redirect_uris(uri: str) -> None:
    """Web, native scheme, and with a query."""
    assert Client("app", [uri]).redirect_uris == (uri,)  # type: ignore[arg-type]


def test_a_client_needs_an_id() -> None:
    """`bad_client`."""
    with pytest.raises(Misuse):
        Client("", ())


def test_users_are_found_by_login() -> None:
    """Or not."""
    assert Settings().find_user("alice") is ALICE
    assert Settings().find_user("mallory") is None
    assert Settings().find_user("") is None
