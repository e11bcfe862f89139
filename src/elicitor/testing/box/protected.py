"""What an access token opens at the box itself: userinfo, and the third party's files (RFC 6750).

The token has to be one of ours, alive, meant for this server and not for another resource, and carry the
scope.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from elicitor.testing.box.ledger import AccessToken
from elicitor.testing.box.minting import person_claims
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.wire import json_reply

__all__ = ["files", "userinfo"]


class _Refused(Exception):
    """A refusal of RFC 6750 section 3.1."""

    def __init__(self, status: int, error: str = "", scope: str = "") -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.scope = scope

    def reply(self) -> Response:
        """The answer, with the challenge that says what is missing."""
        facts = {"error": self.error, "scope": self.scope}
        challenge = ", ".join(f'{name}="{value}"' for name, value in facts.items() if value)
        content = {"error": self.error or "unauthorized"}
        return json_reply(content, self.status, WWW_Authenticate=f"Bearer {challenge}".strip())


async def userinfo(box: Parts, request: Request) -> Response:
    """OpenID Connect Core section 5.3. The subject is the one of the ID token."""
    try:
        token = _confirm_token(box, request, "openid")
    except _Refused as refused:
        return refused.reply()
    return json_reply(person_claims(box, token.family, token.scopes))


async def files(box: Parts, request: Request) -> Response:
    """`GET /api/files`: the names of the user's files."""
    try:
        token = _confirm_token(box, request, "files:read")
    except _Refused as refused:
        return refused.reply()
    return json_reply(list(token.family.user.files))


def _confirm_token(box: Parts, request: Request, scope: str) -> AccessToken:
    scheme, _, text = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not text:
        raise _Refused(401)
    token = box.ledger.find_live_access_token(text.strip())
    if token is None or box.issuer not in token.audience:
        raise _Refused(401, "invalid_token")
    if scope not in token.scopes:
        raise _Refused(403, "insufficient_scope", scope)
    return token
