"""New tokens for a refresh token: what the reply leaves out stays, and silence is told apart from a refusal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from elicitor.credential import Credential
from elicitor.development import development_http
from elicitor.errors import Misuse, ProviderSaidNo, ProviderUnreachable
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import Provider
from elicitor.oauth.refresh import refresh
from elicitor.oauth.token_reply import TokenReply
from elicitor.secret import Secret
from elicitor.testing import Listener, run_app
from elicitor.testing.serving import CutShort

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

NOW = 1_000
OLD = Credential(Secret("old"), Secret("old-refresh"), 500, {"instance_url": "https://eu.example"})


class CutOff(Response):
    """A reply that breaks off."""

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        """Begin, and drop the connection."""
        headers = [(b"content-type", b"application/json"), (b"content-length", b"1000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"{", "more_body": True})
        raise CutShort


@dataclass
class TokenEndpoint:
    """Answers as it was told, and notes what it was asked."""

    http: Http
    origin: str
    status: int = 200
    content: Mapping[str, object] = field(default_factory=lambda: {"access_token": "new"})
    silent: bool = False
    asked: list[dict[str, str]] = field(default_factory=list)

    async def answer(self, request: Request) -> Response:
        """`POST /token`."""
        self.asked.append({name: str(value) for name, value in (await request.form()).items()})
        if self.silent:
            return CutOff()
        return JSONResponse(dict(self.content), self.status)

    async def refresh(self, credential: Credential = OLD) -> TokenReply:
        """Refresh there."""
        origin = self.origin
        endpoints = Endpoints(origin, f"{origin}/authorize", f"{origin}/token")
        provider = Provider("acme", "Acme", "me", None, issuer=origin, scopes=frozenset({"openid"}))
        return await refresh(self.http, endpoints, provider, credential, NOW)


@pytest.fixture
async def endpoint() -> AsyncIterator[TokenEndpoint]:
    """A token endpoint on loopback."""
    listener = Listener.open()
    found = TokenEndpoint(Http(development=development_http()), listener.origin)
    async with run_app(Starlette(routes=[Route("/token", found.answer, methods=["POST"])]), listener):
        yield found
        await found.http.aclose()


@pytest.mark.case("R133", "R153")
async def test_what_the_reply_leaves_out_stays(endpoint: TokenEndpoint) -> None:
    """The refresh token and the facts beside it; the life of the old access token does not."""
    kept = (await endpoint.refresh()).credential
    assert kept == Credential(Secret("new"), Secret("old-refresh"), None, {"instance_url": "https://eu.example"})


@pytest.mark.case("R138")
async def test_a_rotated_refresh_token_takes_the_place_of_the_old_one(endpoint: TokenEndpoint) -> None:
    """And no scope is named in the request."""
    endpoint.content = {"access_token": "new", "refresh_token": "new-refresh", "expires_in": 60}
    kept = (await endpoint.refresh()).credential
    assert (kept.refresh_token, kept.expires_at) == (Secret("new-refresh"), NOW + 60)
    assert endpoint.asked == [{"grant_type": "refresh_token", "refresh_token": "old-refresh", "client_id": "me"}]


@pytest.mark.attack("B14")
async def test_a_lost_reply_is_neither_yes_nor_no(endpoint: TokenEndpoint) -> None:
    """Nobody knows whether the refresh token is spent, and it is not sent again."""
    endpoint.silent = True
    with pytest.raises(ProviderUnreachable) as lost:
        await endpoint.refresh()
    assert lost.value.code == "refresh_unknown"
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_trouble_is_not_unknown(endpoint: TokenEndpoint, status: int) -> None:
    """The server said that it did nothing."""
    endpoint.status = status
    with pytest.raises(ProviderUnreachable) as failed:
        await endpoint.refresh()
    assert failed.value.code == "provider_unavailable"


async def test_nobody_there_is_not_unknown(endpoint: TokenEndpoint) -> None:
    """The request was never sent, so the refresh token is as good as before."""
    unused = Listener.open()
    unused.socket.close()
    endpoint.origin = unused.origin
    with pytest.raises(ProviderUnreachable) as failed:
        await endpoint.refresh()
    assert failed.value.code == "provider_unreachable"


@pytest.mark.case("R149")
@pytest.mark.parametrize(("error", "final"), [("invalid_grant", True), ("invalid_scope", False)])
async def test_a_refusal_says_whether_it_is_final(endpoint: TokenEndpoint, error: str, final: bool) -> None:
    """And has no token in it."""
    endpoint.status, endpoint.content = 400, {"error": error, "error_description": "old-refresh"}
    with pytest.raises(ProviderSaidNo) as refused:
        await endpoint.refresh()
    assert (refused.value.error, refused.value.final) == (error, final)
    assert "old-refresh" not in f"{refused.value} {refused.value.evidence}"


async def test_nothing_to_refresh_with_is_a_wrong_call(endpoint: TokenEndpoint) -> None:
    """No request is made."""
    with pytest.raises(Misuse) as refused:
        await endpoint.refresh(Credential(Secret("old")))
    assert (refused.value.code, endpoint.asked) == ("no_refresh_token", [])
