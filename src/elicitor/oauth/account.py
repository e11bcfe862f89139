"""Which account was connected: its stable id, and a name that its owner recognises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from elicitor.errors import ProviderBroke, ProviderUnreachable
from elicitor.oauth.http import Http
from elicitor.oauth.id_token import validate_id_token
from elicitor.oauth.json_reply import read_json_object
from elicitor.oauth.jwks import KeyCache
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import Provider
from elicitor.oauth.token_reply import TokenReply
from elicitor.secret import Secret

__all__ = ["AccountFacts", "learn_account"]

_OK, _SERVER_ERROR, _TOO_MANY = 200, 500, 429
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """The account's id and name at the third party."""

    id: str
    name: str


async def learn_account(
    http: Http,
    endpoints: Endpoints,
    provider: Provider,
    reply: TokenReply,
    *,
    keys: KeyCache,
    nonce: Secret,
    now: int,
) -> AccountFacts:
    """Read the account from the verified ID token where there is one, else from an endpoint.

    Raises:
        ProviderBroke: `id_token_invalid`, `account_unreadable`; also where the endpoint speaks of another subject
            than the ID token (OpenID Connect Core section 5.3.2).
        ProviderUnreachable: the endpoint or the keys cannot be reached, or cannot answer now.
    """
    facts: Mapping[str, object] = {}
    if reply.id_token is not None:
        facts = await validate_id_token(
            keys, endpoints, client_id=provider.client_id, id_token=reply.id_token, nonce=nonce, now=now
        )
    address = provider.account.userinfo or (endpoints.userinfo if reply.id_token is None else None)
    if address is not None:
        asked = await _asked(http, address, reply.credential.access_token)
        if "sub" in facts and asked.get("sub", facts["sub"]) != facts["sub"]:
            raise _unreadable()
        facts = {**facts, **asked}
    source = provider.account
    stable = _text(facts.get(source.id_field))
    if not stable:
        raise _unreadable()
    names = (_text(facts.get(name)) for name in source.name_fields)
    return AccountFacts(stable, next((name for name in names if name), stable))


async def _asked(http: Http, address: str, token: Secret) -> Mapping[str, object]:
    headers = {"Authorization": f"Bearer {token.reveal()}", "Accept": "application/json"}
    reply = await http.get(address, headers)
    if reply.status >= _SERVER_ERROR or reply.status == _TOO_MANY:
        raise ProviderUnreachable("provider_unavailable", "The other side cannot answer now. Try again.")
    if reply.status != _OK:
        raise _unreadable()
    return read_json_object(reply.body)


def _unreadable() -> ProviderBroke:
    return ProviderBroke("account_unreadable", "The other side did not say which account this is.")


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return "".join(letter for letter in str(value) if letter.isprintable())[:_LONGEST]
