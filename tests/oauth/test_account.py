"""The account's id and name come from a verified ID token, or from an endpoint that takes the access token."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from elicitor.credential import Credential
from elicitor.development import development_http
from elicitor.errors import ProviderBroke, ProviderUnreachable
from elicitor.oauth.account import AccountFacts, learn_account
from elicitor.oauth.http import Http
from elicitor.oauth.jwks import KeyCache
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import AccountSource, Provider
from elicitor.oauth.token_reply import TokenReply
from elicitor.secret import Secret
from elicitor.testing import Listener, run_app

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

NOW = 1_800_000_000
GITHUB_FIELDS = ("id", ("login", "id"))


@dataclass
class Issuer:
    """An issuer with keys and a userinfo endpoint that says what it was told to say."""

    http: Http
    origin: str
    key: ECKey = field(default_factory=lambda: ECKey.generate_key("P-256", {"kid": "k", "alg": "ES256", "use": "sig"}))
    userinfo: Mapping[str, object] = field(default_factory=dict)
    status: int = 200
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: Request) -> Response:
        """`GET /userinfo`."""
        self.asked.append(request.headers["authorization"])
        return JSONResponse(dict(self.userinfo), self.status)

    async def keys(self, _: Request) -> Response:
        """`GET /jwks`."""
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})

    def id_token(self, **changes: object) -> Secret:
        """An ID token for this trip."""
        claims: dict[str, Any] = {
            "iss": self.origin,
            "aud": "me",
            "sub": "a1",
            "iat": NOW,
            "exp": NOW + 60,
            "nonce": "n",
        }
        return Secret(jwt.encode({"alg": "ES256", "kid": "k"}, claims | changes, self.key))

    async def learn(
        self, id_token: Secret | None = None, source: AccountSource | None = None, nonce: str = "n"
    ) -> AccountFacts:
        """Learn the account there."""
        origin = self.origin
        return await learn_account(
            self.http,
            Endpoints(
                origin, f"{origin}/authorize", f"{origin}/token", userinfo=f"{origin}/userinfo", jwks=f"{origin}/jwks"
            ),
            Provider("acme", "Acme", "me", None, issuer=origin, account=source or AccountSource()),
            TokenReply(Credential(Secret("access")), frozenset(), id_token),
            keys=KeyCache(self.http, lambda: NOW),
            nonce=Secret(nonce),
            now=NOW,
        )

    def own_source(self) -> AccountSource:
        """As GitHub's: an endpoint and fields of its own."""
        return AccountSource(f"{self.origin}/userinfo", *GITHUB_FIELDS)


@pytest.fixture
async def issuer() -> AsyncIterator[Issuer]:
    """An issuer on loopback."""
    listener = Listener.open()
    found = Issuer(Http(development=development_http()), listener.origin)
    routes = [Route("/userinfo", found.answer), Route("/jwks", found.keys)]
    async with run_app(Starlette(routes=routes), listener):
        yield found
        await found.http.aclose()


async def test_an_id_token_is_enough(issuer: Issuer) -> None:
    """No further question is asked."""
    assert await issuer.learn(issuer.id_token(name="Alice")) == AccountFacts("a1", "Alice")
    assert issuer.asked == []


@pytest.mark.attack("B10")
async def test_an_id_token_of_another_trip_is_refused(issuer: Issuer) -> None:
    """And userinfo does not stand in for it."""
    issuer.userinfo = {"sub": "a1"}
    assert await issuer.learn(issuer.id_token())
    with pytest.raises(ProviderBroke) as refused:
        await issuer.learn(issuer.id_token(), nonce="another")
    assert (refused.value.code, issuer.asked) == ("id_token_invalid", [])


async def test_without_an_id_token_userinfo_is_asked(issuer: Issuer) -> None:
    """With the access token."""
    issuer.userinfo = {"sub": "a1", "preferred_username": "alice"}
    assert await issuer.learn() == AccountFacts("a1", "alice")
    assert issuer.asked == ["Bearer access"]


async def test_a_number_is_an_id_too(issuer: Issuer) -> None:
    """GitHub's is one; the name falls back to it."""
    issuer.userinfo = {"id": 583231, "login": "octocat"}
    assert await issuer.learn(source=issuer.own_source()) == AccountFacts("583231", "octocat")
    issuer.userinfo = {"id": 583231, "login": None}
    assert await issuer.learn(source=issuer.own_source()) == AccountFacts("583231", "583231")


@pytest.mark.attack("B10")
async def test_userinfo_cannot_replace_the_subject_of_the_id_token(issuer: Issuer) -> None:
    """OpenID Connect Core section 5.3.2; the same subject may add a name."""
    source = AccountSource(f"{issuer.origin}/userinfo")
    issuer.userinfo = {"sub": "a1", "name": "Alice"}
    assert await issuer.learn(issuer.id_token(), source) == AccountFacts("a1", "Alice")
    issuer.userinfo = {"sub": "b2", "name": "Bob"}
    with pytest.raises(ProviderBroke) as refused:
        await issuer.learn(issuer.id_token(), source)
    assert refused.value.code == "account_unreadable"


@pytest.mark.parametrize("stated", [{}, {"sub": None}, {"sub": ""}, {"sub": True}, {"sub": ["a1"]}, {"sub": "\n"}])
async def test_an_account_without_an_id_is_unreadable(issuer: Issuer, stated: dict[str, object]) -> None:
    """Its name alone says nothing."""
    issuer.userinfo = stated | {"name": "Alice"}
    with pytest.raises(ProviderBroke) as refused:
        await issuer.learn()
    assert refused.value.code == "account_unreadable"


@pytest.mark.attack("D4")
async def test_names_are_cut_and_have_no_control_letters(issuer: Issuer) -> None:
    """They are shown on pages and stored."""
    issuer.userinfo = {"sub": "a1", "name": "Al\nice\x00" + "x" * 300}
    assert (await issuer.learn()).name == "Alice" + "x" * 195


async def test_trouble_is_told_apart_from_a_refusal(issuer: Issuer) -> None:
    """Whoever is busy may answer later."""
    issuer.status = 503
    with pytest.raises(ProviderUnreachable) as busy:
        await issuer.learn()
    issuer.status = 401
    with pytest.raises(ProviderBroke) as refused:
        await issuer.learn()
    assert (busy.value.code, refused.value.code) == ("provider_unavailable", "account_unreadable")
