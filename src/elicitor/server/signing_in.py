"""Signing a visitor in at the MCP server's own authorization server.

The trip carries its own secrets in a sealed cookie, so that opening a link writes nothing to the database, and so
that the answer of somebody else's sign-in is worthless in this browser (A6). The cookie's state is used once: the
session that it opens records it, and a second session with the same state is refused.

What names the visitor is not the ID token. It is the access token for the MCP server's own resource, read by the
same function that reads the tokens of MCP calls (`House.identify`), so that both can only name the same person
(A18). The ID token gives the name to greet with, and the nonce ties it to this trip.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from elicitor.errors import Expired, Refused, VaultLocked
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.oauth.authorize import authorization_url, validate_callback
from elicitor.oauth.id_token import validate_id_token
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.pkce import new_verifier
from elicitor.oauth.provider import Provider
from elicitor.oauth.token import TokenReply, exchange
from elicitor.principal import Owner
from elicitor.secret import Secret
from elicitor.server.house import House
from elicitor.vault.seal import Binding

__all__ = ["SIGN_IN_SECONDS", "SignInTrip", "SignedIn", "begin_sign_in", "finish_sign_in"]

SIGN_IN_SECONDS = 600
_COOKIE_LIMIT = 3000


@dataclass(frozen=True, slots=True)
class SignInTrip:
    """The browser may go.

    Attributes:
        url: the authorization server's page.
        state_digest: names the cookie.
        cookie: its sealed content, in base64url.
    """

    url: str
    state_digest: bytes
    cookie: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Somebody has signed in.

    Attributes:
        owner: who they are, by the rule of MCP calls.
        account_name: to greet them with.
        state_digest: what this sign-in may be used for once.
        return_to: the ticket id they came with. Unverified: it is looked up like any other.
    """

    owner: Owner
    account_name: str
    state_digest: bytes
    return_to: str


async def begin_sign_in(house: House, unverified_return_to: str, *, anew: bool = False) -> SignInTrip:
    """Send a browser to sign in.

    Args:
        unverified_return_to: the ticket id in the link that was opened; it is not looked at here, so that the answer
            is the same whether or not it exists (C2).
        anew: ask for a fresh sign-in although the authorization server may remember one.

    Raises:
        ProviderUnreachable: the authorization server does not answer. Say so, and offer to try again.
    """
    provider = _as_provider(house)
    endpoints = await house.metadata.endpoints(provider)
    state, nonce, verifier = mint_identifier(), Secret(mint_identifier()), new_verifier()
    url = authorization_url(
        endpoints,
        provider,
        redirect_uri=_redirect_uri(house),
        scopes=house.sign_in.scopes,
        state=state,
        nonce=nonce,
        verifier=verifier,
        resource=house.resource,
        prompt="login" if anew else None,
    )
    content = {
        "state": state,
        "nonce": nonce.reveal(),
        "verifier": verifier.reveal(),
        "issuer": endpoints.issuer,
        "return_to": unverified_return_to,
        "until": house.clock() + SIGN_IN_SECONDS,
    }
    sealed = house.sealer.seal_text(_binding(state), Secret(json.dumps(content)))
    return SignInTrip(url, digest_of(state), sealed)


async def finish_sign_in(
    house: House, unverified_query: Sequence[tuple[str, str]], unverified_cookie: str | None
) -> SignedIn:
    """Take a browser back from its sign-in.

    Raises:
        Expired: `no_sign_in`, this browser did not begin this sign-in, or too long ago. Begin again.
        Refused: the token names no person, or is not for this server.
        ProviderSaidNo, ProviderBroke, ProviderUnreachable: the authorization server refused, erred or is silent.
    """
    content = _opened(house, unverified_query, unverified_cookie)
    provider = _as_provider(house)
    endpoints = await house.metadata.endpoints(provider)
    callback = validate_callback(
        unverified_query,
        expected_issuer=str(content["issuer"]),
        iss_supported=endpoints.authorization_response_iss,
    )
    reply = await exchange(
        house.http,
        endpoints,
        provider,
        callback,
        redirect_uri=_redirect_uri(house),
        verifier=Secret(str(content["verifier"])),
        requested=house.sign_in.scopes,
        resource=house.resource,
        now=house.clock(),
    )
    name = await _name_of(house, endpoints, reply, Secret(str(content["nonce"])))
    principal = await house.identify(reply.credential.access_token)
    return SignedIn(
        owner=principal.owner,
        account_name=name or principal.owner.subject,
        state_digest=digest_of(str(content["state"])),
        return_to=str(content["return_to"]),
    )


def _opened(
    house: House, unverified_query: Sequence[tuple[str, str]], unverified_cookie: str | None
) -> Mapping[str, object]:
    states = [value for name, value in unverified_query if name == "state"]
    if len(states) != 1 or unverified_cookie is None or len(unverified_cookie) > _COOKIE_LIMIT:
        raise _no_sign_in()
    try:
        opened = house.sealer.open_text(_binding(states[0]), unverified_cookie)
    except VaultLocked as error:
        raise _no_sign_in() from error
    content: Mapping[str, object] = json.loads(opened.reveal())
    # The seal is bound to the state already; comparing again costs nothing and does not depend on it.
    if not hmac.compare_digest(str(content["state"]).encode(), states[0].encode()):
        raise _no_sign_in()
    if int(str(content["until"])) <= house.clock():
        raise _no_sign_in()
    return content


async def _name_of(house: House, endpoints: Endpoints, reply: TokenReply, nonce: Secret) -> str:
    if reply.id_token is None:
        if "openid" in house.sign_in.scopes:
            raise Refused("no_id_token", "The authorization server did not say how it signed you in.")
        return ""
    claims = await validate_id_token(
        house.metadata.keys,
        endpoints,
        client_id=house.sign_in.client_id,
        id_token=reply.id_token,
        nonce=nonce,
        now=house.clock(),
    )
    for claim in ("name", "preferred_username", "email"):
        value = claims.get(claim)
        if isinstance(value, str) and value:
            return value[:200]
    return ""


def _as_provider(house: House) -> Provider:
    settings = house.sign_in
    return Provider.for_sign_in(
        issuer=settings.issuer,
        client_id=settings.client_id,
        client_secret=Secret(settings.client_secret) if settings.client_secret is not None else None,
    )


def _redirect_uri(house: House) -> str:
    return house.public_url.at("/connect/signed-in")


def _binding(state: str) -> Binding:
    return Binding(purpose="sign_in_cookie", owner=None, connection="", record=state, field="content", version=1)


def _no_sign_in() -> Expired:
    return Expired("no_sign_in", "This browser has no open sign-in that this answer belongs to.")
