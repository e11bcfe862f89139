"""Tokens are given back, the refresh token first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from elicitor.credential import Credential
from elicitor.development import development_http
from elicitor.errors import ProviderUnreachable
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import Provider
from elicitor.oauth.revoke import revoke
from elicitor.secret import Secret
from elicitor.testing import Listener, run_app

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

BOTH = Credential(Secret("access"), Secret("refresh"))


@dataclass
class RevocationEndpoint:
    """Answers each request with the next status, and notes what it was asked."""

    http: Http
    endpoints: Endpoints
    statuses: list[int] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)

    async def answer(self, request: Request) -> Response:
        """`POST /revoke`."""
        form = await request.form()
        assert form["client_id"] == "me"
        self.asked.append((str(form["token_type_hint"]), str(form["token"])))
        return Response(status_code=self.statuses.pop(0) if self.statuses else 200)

    async def revoke(self, credential: Credential = BOTH) -> bool:
        """Revoke there."""
        provider = Provider("acme", "Acme", "me", None, issuer=self.endpoints.issuer)
        return await revoke(self.http, self.endpoints, provider, credential)


@pytest.fixture
async def endpoint() -> AsyncIterator[RevocationEndpoint]:
    """A revocation endpoint on loopback."""
    listener = Listener.open()
    origin = listener.origin
    endpoints = Endpoints(origin, f"{origin}/authorize", f"{origin}/token", revocation=f"{origin}/revoke")
    found = RevocationEndpoint(Http(development=development_http()), endpoints)
    async with run_app(Starlette(routes=[Route("/revoke", found.answer, methods=["POST"])]), listener):
        yield found
        await found.http.aclose()


@pytest.mark.case("R164")
async def test_the_refresh_token_goes_first(endpoint: RevocationEndpoint) -> None:
    """It ends the whole grant; then the access token."""
    assert await endpoint.revoke()
    assert endpoint.asked == [("refresh_token", "refresh"), ("access_token", "access")]


async def test_without_a_refresh_token_the_access_token_is_revoked(endpoint: RevocationEndpoint) -> None:
    """Alone."""
    assert await endpoint.revoke(Credential(Secret("access")))
    assert endpoint.asked == [("access_token", "access")]


@pytest.mark.parametrize("statuses", [[400], [200, 503]])
async def test_what_was_not_confirmed_was_not_revoked(endpoint: RevocationEndpoint, statuses: list[int]) -> None:
    """And the other token is tried all the same."""
    endpoint.statuses = statuses
    assert not await endpoint.revoke()
    assert len(endpoint.asked) == 2


async def test_a_provider_that_cannot_revoke_is_not_asked(endpoint: RevocationEndpoint) -> None:
    """The caller is told."""
    endpoint.endpoints = replace(endpoint.endpoints, revocation=None)
    assert not await endpoint.revoke()
    assert endpoint.asked == []


async def test_a_provider_that_is_away_is_told_apart_from_a_no(endpoint: RevocationEndpoint) -> None:
    """It is an error, which the caller writes down."""
    unused = Listener.open()
    unused.socket.close()
    endpoint.endpoints = replace(endpoint.endpoints, revocation=f"{unused.origin}/revoke")
    with pytest.raises(ProviderUnreachable):
        await endpoint.revoke()
