"""The settings of sign-in hide their secret."""

from __future__ import annotations

from elicitor import SignIn


def test_a_secret_given_as_text_is_hidden() -> None:
    """And a public client has none."""
    settings = SignIn(issuer="https://as.example", client_id="pages", client_secret="s3cret")
    assert "s3cret" not in repr(settings)
    assert SignIn(issuer="https://as.example", client_id="pages").client_secret is None
