"""The authorization endpoint: RFC 6749 section 4.1.1, RFC 7636, RFC 8707, OpenID Connect Core 3.1.2.

Two steps that cannot change places. First the client and its return address are confirmed; whatever fails
there gets a page and is never sent anywhere (RFC 6749 section 4.1.2.1). Only then is the rest read, and what
fails is told to the client. What comes out is an `Asked`, the proof that the interaction demands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from elicitor.testing.box.callback import send_back
from elicitor.testing.box.interaction import next_step
from elicitor.testing.box.look import refusal
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.settings import Client
from elicitor.testing.box.visits import Asked, set_session_cookie
from elicitor.testing.box.wire import Fields, OAuthError, read_fields

__all__ = ["authorize"]

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}\Z")
_PROMPTS = frozenset({"none", "login", "consent", "select_account"})


@dataclass(frozen=True, slots=True)
class _ReturnAddress:
    """Proof that an answer may be sent to this client at this address."""

    client: Client
    redirect_uri: str


async def authorize(box: Parts, request: Request) -> Response:
    """Begin an authorization, by GET or POST."""
    try:
        fields = await read_fields(request)
    except OAuthError as error:
        return refusal(box, error.description, error.status)
    try:
        address = _confirm_return_address(box, fields)
    except OAuthError as error:
        return refusal(box, error.description, shown=" ".join(fields.all("redirect_uri")))
    try:
        fields.refuse_repeated()
        asked = _validate(box, address, fields)
    except OAuthError as error:
        state = (fields.all("state") or (None,))[0]
        return send_back(box, address.redirect_uri, state, error=error)
    session = box.visits.find_session(request, box.issuer)
    visited = session or box.visits.open_session()
    response = next_step(box, box.visits.begin(asked, visited), visited)
    if session is None:
        set_session_cookie(response, visited, box.issuer)
    return response


def _confirm_return_address(box: Parts, fields: Fields) -> _ReturnAddress:
    client = box.clients.get(fields.load("client_id"))
    if client is None:
        raise OAuthError("invalid_client", "No client of this id is known here.")
    redirect_uri = fields.load("redirect_uri")
    if redirect_uri not in client.redirect_uris:
        raise OAuthError("invalid_request", "This redirect_uri is not registered for the client.")
    return _ReturnAddress(client, redirect_uri)


def _validate(box: Parts, address: _ReturnAddress, fields: Fields) -> Asked:
    _check_response_type(fields)
    return Asked(
        client=address.client,
        redirect_uri=address.redirect_uri,
        state=fields.find("state"),
        scopes=_scopes(box, fields),
        resources=_resources(box, fields),
        challenge=_challenge(fields),
        nonce=fields.find("nonce") or "",
        prompt=_prompt(fields),
        login_hint=fields.find("login_hint") or "",
        max_age=_max_age(fields),
    )


def _check_response_type(fields: Fields) -> None:
    if fields.load("response_type") != "code":
        raise OAuthError("unsupported_response_type", "Only response_type=code is supported.")
    if fields.find("response_mode") not in {None, "query"}:
        raise OAuthError("invalid_request", "Only response_mode=query is supported.")
    if fields.find("request"):
        raise OAuthError("request_not_supported", "Request objects are not supported.")
    if fields.find("request_uri"):
        raise OAuthError("request_uri_not_supported", "Request objects are not supported.")


def _challenge(fields: Fields) -> str:
    challenge = fields.find("code_challenge")
    if challenge is None:
        raise OAuthError("invalid_request", "PKCE is required: code_challenge is missing.")
    # RFC 7636 section 4.3: a missing method means plain, which we do not take.
    if fields.find("code_challenge_method") != "S256":
        raise OAuthError("invalid_request", "The code_challenge_method must be S256.")
    if not _CHALLENGE.match(challenge):
        raise OAuthError("invalid_request", "The code_challenge is not the digest of a verifier.")
    return challenge


def _scopes(box: Parts, fields: Fields) -> tuple[str, ...]:
    scopes = tuple(dict.fromkeys((fields.find("scope") or "").split()))
    unknown = [scope for scope in scopes if scope not in box.settings.scopes]
    if unknown:
        raise OAuthError("invalid_scope", "A scope that was asked for is not known here.")
    return scopes


def _resources(box: Parts, fields: Fields) -> tuple[str, ...]:
    resources = fields.all("resource")
    for resource in resources:
        if not urlsplit(resource).scheme or "#" in resource or resource not in box.resources:
            raise OAuthError("invalid_target", "A resource that was asked for is not known here.")
    return tuple(dict.fromkeys(resources))


def _prompt(fields: Fields) -> frozenset[str]:
    prompt = frozenset((fields.find("prompt") or "").split())
    if not prompt <= _PROMPTS or ("none" in prompt and len(prompt) > 1):
        raise OAuthError("invalid_request", "The prompt is not one that is known here.")
    return prompt


def _max_age(fields: Fields) -> int | None:
    text = fields.find("max_age")
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise OAuthError("invalid_request", "The max_age must be a number of seconds.")
    return int(text)
