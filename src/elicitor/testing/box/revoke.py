"""The revocation endpoint (RFC 7009). A refresh token takes its family along; an unknown one is no error."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from elicitor.testing.box.client_authentication import authenticate_client
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.token import oauth_error
from elicitor.testing.box.wire import OAuthError, read_fields

__all__ = ["revoke"]


async def revoke(box: Parts, request: Request) -> Response:
    """`POST /revoke`."""
    try:
        fields = await read_fields(request)
        fields.refuse_repeated()
        client = authenticate_client(box, request, fields)
        text = fields.load("token")
    except OAuthError as error:
        return oauth_error(error, request)
    _end(box, client.client_id, text)
    return Response(status_code=200, headers={"Cache-Control": "no-store"})


def _end(box: Parts, client_id: str, text: str) -> None:
    refresh = box.ledger.find_refresh_token(text)
    if refresh is not None and refresh.family.client_id == client_id:
        refresh.family.revoked = True
    access = box.ledger.find_access_token(text)
    if access is not None and access.family.client_id == client_id:
        access.revoked = True
