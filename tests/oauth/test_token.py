"""A checked answer becomes tokens, at a real authorization server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import parse_qsl, urlsplit

import pytest

from elicitor.development import development_http
from elicitor.errors import ElicitorError, ProviderSaidNo
from elicitor.oauth.authorize import ValidCallback, authorization_url, validate_callback
from elicitor.oauth.catalogue import oidc
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import Endpoints, discover
from elicitor.oauth.pkce import new_verifier
from elicitor.oauth.provider import Provider
from elicitor.oauth.token import TokenReply, exchange
from elicitor.secret import Secret
from elicitor.testing import AuthorizationServer, Client, Fault, ScriptedBrowser, acme_files, serve, sign_in

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

CALLBACK = "http://client.localhost:1/callback"
SCOPES = frozenset({"openid", "files:read"})
NOW = 1_000


class Trip:
    """One authorization at the box, up to its checked answer."""

    def __init__(self, box: AuthorizationServer, http: Http, endpoints: Endpoints, provider: Provider) -> None:
        self.box, self.http, self.endpoints, self.provider = box, http, endpoints, provider
        self.verifier = new_verifier()

    async def answer(self) -> ValidCallback:
        """Sign in, allow, come back."""
        url = authorization_url(
            self.endpoints,
            self.provider,
            redirect_uri=CALLBACK,
            scopes=SCOPES,
            state="s" * 43,
            nonce=Secret("n"),
            verifier=self.verifier,
        )
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(url, stop_at=CALLBACK), "alice", stop_at=CALLBACK)
        pairs = parse_qsl(urlsplit(page.stopped_before).query)
        return validate_callback(pairs, expected_issuer=self.box.issuer, iss_supported=True)

    async def redeem(self, callback: ValidCallback, verifier: Secret | None = None) -> TokenReply:
        """Exchange the code."""
        return await exchange(
            self.http,
            self.endpoints,
            self.provider,
            callback,
            redirect_uri=CALLBACK,
            verifier=verifier or self.verifier,
            requested=SCOPES,
            now=NOW,
        )


@pytest.fixture
async def trip() -> AsyncIterator[Trip]:
    """A box with one client whose secret is hard to encode."""
    secret = "s3cret: with spaces & +"
    box, http = acme_files(clients=[Client("app", (CALLBACK,), secret)]), Http(development=development_http())
    async with serve(box):
        provider = oidc(box.issuer, name="acme", title="Acme", client_id="app", client_secret=secret)
        yield Trip(box, http, await discover(http, box.issuer), provider)
        await http.aclose()


async def test_a_code_becomes_tokens(trip: Trip) -> None:
    """With the scopes and the life that the server stated, and the secret in the header only."""
    reply = await trip.redeem(await trip.answer())
    assert reply.scopes == SCOPES
    assert reply.credential.expires_at == NOW + 3600
    assert reply.credential.refresh_token is not None
    assert reply.id_token is not None
    sent = next(request for request in trip.box.requests if request.path == "/token")
    assert sent.parameters == {"grant_type", "code", "redirect_uri", "code_verifier"}


@pytest.mark.attack("B6")
async def test_a_code_without_its_verifier_is_worthless(trip: Trip) -> None:
    """Its honest twin is taken; the refusal is final."""
    callback = await trip.answer()
    with pytest.raises(ProviderSaidNo) as refused:
        await trip.redeem(callback, new_verifier())
    assert (refused.value.error, refused.value.final) == ("invalid_grant", True)
    assert await trip.redeem(callback)


@pytest.mark.attack("B15")
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault.HTML_200, "reply_malformed"),
        (Fault.REPEATED_KEY, "reply_malformed"),
        (Fault.NO_ACCESS_TOKEN, "token_malformed"),
        (Fault.WRONG_TOKEN_TYPE, "token_type_unsupported"),
        (Fault.REDIRECT, "redirect_refused"),
        (Fault.STATUS_500, "provider_unavailable"),
        (Fault.STATUS_429, "provider_unavailable"),
        (Fault.LOST_REPLY, "reply_lost"),
        (Fault.ERROR_WITH_200, "token_refused"),
    ],
)
async def test_a_bad_reply_has_a_name(trip: Trip, fault: Fault, code: str) -> None:
    """And the code is sent once only, whatever came back."""
    callback = await trip.answer()
    trip.box.misbehave(fault)
    with pytest.raises(ElicitorError) as refused:
        await trip.redeem(callback)
    assert refused.value.code == code
    assert trip.box.token_calls == 1
