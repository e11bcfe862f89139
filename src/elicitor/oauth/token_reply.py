"""Reading a reply of a token endpoint, strictly: it is well formed, or nothing of it is kept (RFC 6749 section 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl

from elicitor.credential import Credential
from elicitor.errors import ProviderBroke, ProviderSaidNo, ProviderUnreachable
from elicitor.oauth.authorize import known_error
from elicitor.oauth.http import Reply
from elicitor.oauth.json_reply import read_json_object
from elicitor.oauth.provider import Provider
from elicitor.secret import Secret

__all__ = ["TokenReply", "read_token_reply"]

_TOKEN = re.compile(r"[\x21-\x7e]{1,16384}\Z")
_SCOPE = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]{1,500}\Z")  # section 3.3; what is none was not granted
_OK, _BAD, _SERVER_ERROR, _TOO_MANY = 200, 400, 500, 429
_LONGEST_LIFE = 10 * 366 * 24 * 3600
_FINAL = frozenset({"invalid_grant", "invalid_client", "unauthorized_client"})
_BEARER = frozenset({"bearer", "bearertoken"})


@dataclass(frozen=True, slots=True)
class TokenReply:
    """What a token endpoint gave.

    Attributes:
        credential: the tokens.
        scopes: what was granted; what was asked where the reply is silent (section 5.1).
        id_token: not verified yet.
    """

    credential: Credential
    scopes: frozenset[str]
    id_token: Secret | None


def read_token_reply(reply: Reply, provider: Provider, requested: frozenset[str], now: int) -> TokenReply:
    """Read a reply.

    Raises:
        ProviderUnreachable: `provider_unavailable`, it cannot answer now.
        ProviderSaidNo: `token_refused`; `final` where the same request can never succeed.
        ProviderBroke: `reply_malformed`, `token_malformed`, `token_type_unsupported`.
    """
    if reply.status >= _SERVER_ERROR or reply.status == _TOO_MANY:
        raise ProviderUnreachable("provider_unavailable", "The other side cannot answer now. Try again.")
    stated = _content(reply)
    if "error" in stated or reply.status >= _BAD:
        error = known_error(stated.get("error"))
        raise ProviderSaidNo(
            "token_refused", "The other side refused to finish this.", error=error, final=error in _FINAL
        )
    if reply.status != _OK:
        raise ProviderBroke("reply_malformed", "The other side sent a reply that cannot be read.")
    kind = stated.get("token_type", "Bearer")
    if not isinstance(kind, str) or kind.lower() not in _BEARER:
        raise ProviderBroke("token_type_unsupported", "The other side gave a kind of token that is not supported.")
    access, refresh = _token(stated, "access_token"), _token(stated, "refresh_token")
    if access is None:
        raise ProviderBroke("token_malformed", "The other side gave no token.")
    return TokenReply(
        credential=Credential(access, refresh, _expiry(stated.get("expires_in"), now)),
        scopes=_scopes(stated.get("scope"), provider.reply_scope_separators, requested),
        id_token=_token(stated, "id_token"),
    )


def _content(reply: Reply) -> dict[str, object]:
    kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        try:
            return read_json_object(reply.body)
        except ProviderBroke:
            if reply.status >= _BAD:
                return {}
            raise
    try:
        pairs = parse_qsl(reply.body.decode("ascii"), keep_blank_values=True, max_num_fields=50)
    except (UnicodeDecodeError, ValueError) as error:
        raise ProviderBroke("reply_malformed", "The other side sent a reply that cannot be read.") from error
    if len(dict(pairs)) != len(pairs):
        raise ProviderBroke("reply_malformed", "The other side sent a contradictory reply.")
    return dict(pairs)


def _token(stated: dict[str, object], name: str) -> Secret | None:
    value = stated.get(name)
    if value is None or (value == "" and name != "access_token"):
        return None
    if isinstance(value, str) and _TOKEN.match(value):
        return Secret(value)
    raise ProviderBroke("token_malformed", "The other side gave a token that cannot be one.", field=name)


def _expiry(stated: object, now: int) -> int | None:
    if isinstance(stated, bool):
        return None
    try:
        seconds = int(float(stated)) if isinstance(stated, str | int | float) else None
    except (ValueError, OverflowError):
        return None
    if seconds is None or seconds > _LONGEST_LIFE:
        return None
    return now + max(0, seconds)


def _scopes(stated: object, separators: str, requested: frozenset[str]) -> frozenset[str]:
    if isinstance(stated, list) and all(isinstance(scope, str) for scope in stated):
        named = stated
    elif isinstance(stated, str):
        named = re.split(f"[{re.escape(separators)}]+", stated.strip())
    else:
        return requested
    return frozenset(scope for scope in named if _SCOPE.match(scope))
