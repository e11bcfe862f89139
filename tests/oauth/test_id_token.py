"""An ID token is for this client and this very trip."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from elicitor.clock import system_clock
from elicitor.errors import ProviderBroke, ProviderUnreachable
from elicitor.oauth.authorize import authorization_url, validate_callback
from elicitor.oauth.catalogue import oidc
from elicitor.oauth.http import Http
from elicitor.oauth.id_token import validate_id_token
from elicitor.oauth.metadata import Endpoints, MetadataCache
from elicitor.oauth.pkce import new_verifier
from elicitor.oauth.token import exchange
from elicitor.oauth.token_reply import TokenReply
from elicitor.secret import Secret
from elicitor.testing import AuthorizationServer, Client, Fault, ScriptedBrowser, acme_files, serve, sign_in
from oauth.issuer import NOW, Host, Issuer, forged, new_key

pytestmark = pytest.mark.anyio

CALLBACK = "http://client.localhost:1/callback"
NONCE = "n" * 43


async def check(issuer: Issuer, token: Secret, **changes: Any) -> Mapping[str, object]:
    """Check a token of the trip with this nonce."""
    endpoints = await issuer.cache.get(issuer.origin)
    options: dict[str, Any] = {"client_id": "me", "nonce": Secret(NONCE), "now": NOW, **changes}
    return await validate_id_token(issuer.cache.keys, endpoints, id_token=token, **options)


async def why_not(issuer: Issuer, token: Secret, **changes: Any) -> object:
    """The reason for which a token is refused; it is in the evidence and not in the sentence."""
    with pytest.raises(ProviderBroke) as refused:
        await check(issuer, token, **changes)
    assert refused.value.code == "id_token_invalid"
    assert token.reveal() not in f"{refused.value} {refused.value.evidence}"
    return refused.value.evidence["why"]


async def test_an_id_token_of_this_trip_is_taken(issuer: Issuer) -> None:
    """With all its claims."""
    claims = await check(issuer, issuer.token(nonce=NONCE, name="Alice"))
    assert claims == issuer.claims(nonce=NONCE, name="Alice")


@pytest.mark.attack("B10")
@pytest.mark.parametrize("stated", [None, "", "n" * 42, "N" * 43, f"{NONCE} ", 7, [NONCE], True, "\u00fc"])
async def test_an_id_token_of_another_trip_is_refused(issuer: Issuer, stated: object) -> None:
    """Also one without a nonce, which belongs to any trip."""
    assert await check(issuer, issuer.token(nonce=NONCE))
    assert await why_not(issuer, issuer.token(nonce=stated)) == "nonce"


@pytest.mark.attack("B10")
@pytest.mark.parametrize(
    ("audience", "party"),
    [
        (["me", "you"], None),
        (["me", "you"], "you"),
        (["you", "me"], ""),
        (["me", "you"], ["me"]),
        (["me", "me"], None),
        ("me", "you"),
        (["me"], "you"),
        ("me", 7),
    ],
)
async def test_a_token_that_was_made_for_another_client_is_refused(
    issuer: Issuer, audience: object, party: object
) -> None:
    """Being one of several audiences is not enough (OpenID Connect Core section 3.1.3.7, steps 4 and 5)."""
    for good, by in (("me", None), ("me", "me"), (["me"], None), (["me", "you"], "me")):
        assert await check(issuer, issuer.token(nonce=NONCE, aud=good, azp=by))
    assert await why_not(issuer, issuer.token(nonce=NONCE, aud=audience, azp=party)) == "azp"


@pytest.mark.attack("B10", "B19")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"aud": "you"}, "audience"),
        ({"aud": None}, "audience"),
        ({"iss": "https://elsewhere.example"}, "issuer"),
        ({"iss": None}, "issuer"),
        ({"exp": NOW - 60}, "expired"),
        ({"exp": None}, "expired"),
        ({"iat": NOW + 61}, "not_yet"),
        ({"nbf": NOW + 61}, "not_yet"),
        ({"exp": "never"}, "malformed"),
    ],
)
async def test_each_claim_is_looked_at(issuer: Issuer, changes: dict[str, Any], why: str) -> None:
    """One at a time."""
    assert await check(issuer, issuer.token(nonce=NONCE))
    assert await why_not(issuer, issuer.token(nonce=NONCE, **changes)) == why


@pytest.mark.attack("B10")
async def test_a_token_that_somebody_else_signed_is_refused(issuer: Issuer) -> None:
    """Or nobody."""
    claims = issuer.claims(nonce=NONCE)
    assert await why_not(issuer, issuer.token(key=new_key("k1"), nonce=NONCE)) == "signature"
    assert await why_not(issuer, forged({"alg": "none", "kid": "k1"}, claims)) == "signature"
    assert await why_not(issuer, forged({"alg": "HS256", "kid": "k1"}, claims, b"client secret")) == "signature"
    assert await check(issuer, issuer.token(nonce=NONCE))


@pytest.mark.attack("B10")
@pytest.mark.parametrize("kind", ["at+jwt", "application/at+jwt", "logout+jwt"])
async def test_a_token_of_another_kind_is_no_id_token(issuer: Issuer, kind: str) -> None:
    """Even with the right audience and nonce."""
    assert await check(issuer, issuer.token({"typ": "JWT"}, nonce=NONCE))
    assert await why_not(issuer, issuer.token({"typ": kind}, nonce=NONCE)) == "kind"


async def test_a_provider_without_keys_has_no_id_tokens(issuer: Issuer) -> None:
    """Fixed endpoints have neither an issuer nor keys."""
    endpoints = Endpoints(None, "https://as.example/a", "https://as.example/t")
    with pytest.raises(ProviderBroke) as refused:
        await validate_id_token(
            issuer.cache.keys,
            endpoints,
            client_id="me",
            id_token=issuer.token(iss="", nonce=NONCE),
            nonce=Secret(NONCE),
            now=NOW,
        )
    assert refused.value.evidence["why"] == "no_keys"


async def test_silence_of_the_issuer_is_no_verdict(issuer: Issuer) -> None:
    """It may answer later."""
    token = issuer.token(nonce=NONCE)
    await issuer.cache.get(issuer.origin)
    issuer.status = 503
    with pytest.raises(ProviderUnreachable):
        await check(issuer, token)
    issuer.status, issuer.now = 200, NOW + 5
    assert await check(issuer, token)


@dataclass
class Trips:
    """Whole trips to a box."""

    box: AuthorizationServer
    cache: MetadataCache
    http: Http

    async def make(self, nonce: str) -> TokenReply:
        """One trip, up to the tokens."""
        endpoints = await self.cache.get(self.box.issuer)
        provider = oidc(self.box.issuer, name="acme", title="Acme", client_id="app", client_secret="s3cret")
        verifier, scopes = new_verifier(), frozenset({"openid"})
        url = authorization_url(
            endpoints,
            provider,
            redirect_uri=CALLBACK,
            scopes=scopes,
            state="s" * 43,
            nonce=Secret(nonce),
            verifier=verifier,
        )
        async with ScriptedBrowser() as browser:
            page = await sign_in(await browser.open(url, stop_at=CALLBACK), "alice", stop_at=CALLBACK)
        answer = parse_qsl(urlsplit(page.stopped_before).query)
        callback = validate_callback(answer, expected_issuer=self.box.issuer, iss_supported=True)
        return await exchange(
            self.http,
            endpoints,
            provider,
            callback,
            redirect_uri=CALLBACK,
            verifier=verifier,
            requested=scopes,
            now=NOW,
        )

    async def claims(self, token: Secret | None, nonce: str) -> Mapping[str, object]:
        """Check an ID token of the box, at the real time."""
        assert token is not None
        endpoints = await self.cache.get(self.box.issuer)
        return await validate_id_token(
            self.cache.keys, endpoints, client_id="app", id_token=token, nonce=Secret(nonce), now=system_clock()
        )


@pytest.fixture
async def trips(host: Host) -> AsyncIterator[Trips]:
    """A box that has not misbehaved yet."""
    async with serve(acme_files(clients=[Client("app", (CALLBACK,), "s3cret")])) as box:
        yield Trips(box, MetadataCache(host.http, system_clock), host.http)


@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
@pytest.mark.attack("B10")
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault.WRONG_NONCE, "nonce"),
        (Fault.WRONG_AUDIENCE, "audience"),
        (Fault.STALE_ID_TOKEN, "expired"),
        (Fault.ID_TOKEN_OF_OTHER_ISSUER, "issuer"),
    ],
)
async def test_an_authorization_server_that_errs_is_found_out(trips: Trips, fault: Fault, why: str) -> None:
    """After a whole trip; the next one is honest, and its token is not good for the one before."""
    trips.box.misbehave(fault)
    reply = await trips.make("first")
    with pytest.raises(ProviderBroke) as refused:
        await trips.claims(reply.id_token, "first")
    assert refused.value.evidence["why"] == why
    honest = (await trips.make("second")).id_token
    assert (await trips.claims(honest, "second"))["aud"] == "app"
    with pytest.raises(ProviderBroke):
        await trips.claims(honest, "first")


@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
@pytest.mark.attack("B10")
async def test_an_access_token_of_the_same_server_is_no_id_token(trips: Trips) -> None:
    """It is signed with the same key, and is of another kind."""
    reply = await trips.make("first")
    with pytest.raises(ProviderBroke) as refused:
        await trips.claims(reply.credential.access_token, "first")
    assert refused.value.evidence["why"] == "kind"
    assert await trips.claims(reply.id_token, "first")
