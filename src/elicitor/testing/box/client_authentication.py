"""Which client is calling the token or revocation endpoint: RFC 6749 section 2.3.

A client with a secret has to show it, in the header or in the body but not in both. A client without one only
names itself. In the header both parts are form-encoded first, as section 2.3.1 says and many servers forget.
"""

from __future__ import annotations

import base64
import binascii
from urllib.parse import unquote_plus

from starlette.requests import Request

from elicitor.secret import Secret
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.settings import Client
from elicitor.testing.box.wire import Fields, OAuthError

__all__ = ["authenticate_client"]


def authenticate_client(box: Parts, request: Request, fields: Fields) -> Client:
    """The client that is calling.

    Raises:
        OAuthError: `invalid_client` with status 401, or `invalid_request` where two methods are mixed.
    """
    header = request.headers.get("authorization")
    if header is not None and fields.find("client_secret") is not None:
        raise OAuthError("invalid_request", "The client authenticates in two ways at once.")
    if header is None:
        return _confirm(box, fields.load("client_id"), fields.find("client_secret"))
    client_id, secret = _basic(header)
    if fields.find("client_id") not in {None, client_id}:
        raise OAuthError("invalid_request", "The client_id is not the one that authenticates.")
    return _confirm(box, client_id, secret)


def _confirm(box: Parts, client_id: str, secret: str | None) -> Client:
    client = box.clients.get(client_id)
    if client is None:
        raise OAuthError("invalid_client", "No client of this id is known here.", 401)
    if client.secret is None and secret is None:
        return client
    if client.secret is None or secret is None or Secret(secret) != client.secret:
        raise OAuthError("invalid_client", "The client could not be authenticated.", 401)
    return client


def _basic(header: str) -> tuple[str, str]:
    scheme, _, encoded = header.partition(" ")
    if scheme.lower() != "basic":
        raise OAuthError("invalid_client", "The client authentication is not Basic.", 401)
    try:
        text = base64.b64decode(encoded.strip(), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise OAuthError("invalid_client", "The client authentication cannot be read.", 401) from error
    client_id, _, secret = text.partition(":")
    return unquote_plus(client_id), unquote_plus(secret)
