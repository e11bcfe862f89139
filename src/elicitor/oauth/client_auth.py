"""How we prove to a token endpoint which client we are (RFC 6749 section 2.3.1)."""

from __future__ import annotations

import base64
from urllib.parse import quote_plus

from elicitor.oauth.provider import Provider

__all__ = ["authenticate"]


def authenticate(provider: Provider) -> tuple[dict[str, str], dict[str, str]]:
    """The headers and the form fields that prove it; never both at once.

    The parts of HTTP Basic are form-encoded first, as the section demands.
    """
    secret = provider.client_secret
    if provider.client_authentication == "none" or secret is None:
        return {}, {"client_id": provider.client_id}
    if provider.client_authentication == "client_secret_post":
        return {}, {"client_id": provider.client_id, "client_secret": secret.reveal()}
    pair = f"{quote_plus(provider.client_id)}:{quote_plus(secret.reveal())}"
    return {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}, {}
