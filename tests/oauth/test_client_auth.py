"""A client proves itself in one way at a time."""

from __future__ import annotations

import base64
from urllib.parse import unquote_plus

from elicitor.oauth.client_auth import authenticate
from elicitor.oauth.provider import ClientAuthentication, Provider
from elicitor.secret import Secret

HARD = "a:b c+d%&ü"


def proof(way: ClientAuthentication, secret: str | None = HARD) -> tuple[dict[str, str], dict[str, str]]:
    """What a client of this kind sends."""
    held = None if secret is None else Secret(secret)
    return authenticate(
        Provider("acme", "Acme", "me:too", held, issuer="https://as.example", client_authentication=way)
    )


def test_basic_encodes_both_parts_first() -> None:
    """RFC 6749 section 2.3.1: so a colon in the id does not move the secret; and the body holds neither."""
    headers, fields = proof("client_secret_basic")
    scheme, _, encoded = headers["Authorization"].partition(" ")
    client_id, _, secret = base64.b64decode(encoded).decode("ascii").partition(":")
    assert (scheme, fields) == ("Basic", {})
    assert (unquote_plus(client_id), unquote_plus(secret)) == ("me:too", HARD)


def test_post_puts_both_into_the_body() -> None:
    """And nothing into the header."""
    assert proof("client_secret_post") == ({}, {"client_id": "me:too", "client_secret": HARD})


def test_a_public_client_only_names_itself() -> None:
    """Also where it has a secret that it must not use."""
    assert proof("none") == proof("client_secret_basic", None) == ({}, {"client_id": "me:too"})
