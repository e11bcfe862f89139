"""The token endpoint: codes (RFC 6749 section 4.1.3, RFC 7636 section 4.6) and refresh tokens (section 6).

Everything a code is bound to is compared before it is used up. A second use of a code, or of a refresh token
that was rotated, ends the whole family.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from elicitor.testing.box.client_authentication import authenticate_client
from elicitor.testing.box.faults import Fault, Place
from elicitor.testing.box.faults.reply import FAULTS_AFTER, FAULTS_BEFORE, hang, slow
from elicitor.testing.box.ledger import Family
from elicitor.testing.box.minting import mint_access_token, mint_id_token
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.settings import Client
from elicitor.testing.box.wire import Fields, OAuthError, json_reply, read_fields

__all__ = ["oauth_error", "token"]

_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}\Z")


async def token(box: Parts, request: Request) -> Response:
    """`POST /token`, honest or as ordered."""
    fault = box.mishaps.take(Place.TOKEN)
    if fault is Fault.HANG:
        return await hang(request)
    if fault is Fault.SLOW:
        await slow(box.settings.slowness)
    if fault in FAULTS_BEFORE:
        return FAULTS_BEFORE[fault]()
    try:
        reply = await _answer(box, request)
    except OAuthError as error:
        return oauth_error(error, request)
    spoil = FAULTS_AFTER.get(fault)
    return spoil(reply) if spoil else json_reply(reply)


async def _answer(box: Parts, request: Request) -> dict[str, Any]:
    fields = await read_fields(request)
    fields.refuse_repeated()
    client = authenticate_client(box, request, fields)
    match fields.load("grant_type"):
        case "authorization_code":
            return _redeem(box, client, fields)
        case "refresh_token":
            return _refresh(box, client, fields)
        case _:
            raise OAuthError("unsupported_grant_type", "Only codes and refresh tokens are taken here.")


def _redeem(box: Parts, client: Client, fields: Fields) -> dict[str, Any]:
    code = box.ledger.find_code(fields.load("code"))
    verifier = fields.load("code_verifier")
    if code is None or code.family.client_id != client.client_id:
        raise OAuthError("invalid_grant", "The code is not one of this client's.")
    if code.used:
        code.family.revoked = True
        raise OAuthError("invalid_grant", "The code was used before; its tokens are revoked.")
    if box.settings.clock() >= code.expires_at:
        raise OAuthError("invalid_grant", "The code has expired.")
    if fields.find("redirect_uri") != code.redirect_uri:
        raise OAuthError("invalid_grant", "The redirect_uri is not the one the code was sent to.")
    if not _VERIFIER.match(verifier) or not hmac.compare_digest(_challenge_of(verifier), code.challenge):
        raise OAuthError("invalid_grant", "The code_verifier does not fit.")
    resources = _narrowed(fields.all("resource"), code.family)
    code.used = True
    reply = _access(box, code.family, code.family.scopes, resources)
    if _gives_refresh_token(box, code.family):
        reply["refresh_token"] = box.ledger.mint_refresh_token(code.family)
    if "openid" in code.family.scopes:
        reply["id_token"] = mint_id_token(box, code.family, code.family.scopes)
    return reply


def _refresh(box: Parts, client: Client, fields: Fields) -> dict[str, Any]:
    text = fields.load("refresh_token")
    held = box.ledger.find_refresh_token(text)
    if held is None or held.family.client_id != client.client_id:
        raise OAuthError("invalid_grant", "The refresh token is not one of this client's.")
    if held.rotated:
        held.family.revoked = True
    if held.family.revoked:
        raise OAuthError("invalid_grant", "The refresh token is over.")
    scopes = frozenset((fields.find("scope") or "").split()) or held.family.scopes
    if not scopes <= held.family.scopes:
        raise OAuthError("invalid_scope", "A refresh cannot widen the scopes.")
    resources = _narrowed(fields.all("resource"), held.family)
    reply = _access(box, held.family, scopes, resources)
    if box.settings.rotate_refresh_tokens:
        held.rotated = True
        reply["refresh_token"] = box.ledger.mint_refresh_token(held.family)
    return reply


def _access(box: Parts, family: Family, scopes: frozenset[str], resources: tuple[str, ...]) -> dict[str, Any]:
    return {
        "access_token": mint_access_token(box, family, scopes, resources),
        "token_type": "Bearer",
        "expires_in": box.settings.access_token_lifetime,
        "scope": " ".join(sorted(scopes)),
    }


def _narrowed(wanted: tuple[str, ...], family: Family) -> tuple[str, ...]:
    if not set(wanted) <= set(family.resources):
        raise OAuthError("invalid_target", "The resource was not part of the authorization.")
    return wanted or family.resources


def _gives_refresh_token(box: Parts, family: Family) -> bool:
    match box.settings.refresh_tokens:
        case "always":
            return True
        case "offline_access":
            return "offline_access" in family.scopes
        case "never":
            return False


def _challenge_of(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode("ascii")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def oauth_error(error: OAuthError, request: Request) -> Response:
    """An error reply (RFC 6749 section 5.2)."""
    content = {"error": error.error, "error_description": error.description}
    if error.error == "invalid_client" and request.headers.get("authorization") is not None:
        return json_reply(content, 401, WWW_Authenticate='Basic realm="token"')
    return json_reply(content, error.status)
