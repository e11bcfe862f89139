"""The account of a call: its token goes where it may, and nowhere else."""

from __future__ import annotations

import functools

import anyio.to_thread
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from elicitor.errors import Misuse
from elicitor.server.account import Account
from elicitor.server.api_transport import ApiTransport
from elicitor.testing import run_app
from elicitor.testing.stage import Stage
from server.workers import connect_alice, grant_of_alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


async def test_its_clients_carry_the_token_and_its_facts_are_there(stage: Stage) -> None:
    """In async functions and in others; the token itself is a secret."""
    await connect_alice(stage)
    async with worker(stage) as house:
        transport = ApiTransport()
        account = Account(house, await grant_of_alice(stage, house), transport)
        address = f"{stage.acme.issuer}/api/files"
        reply = await account.http.get(address)
        read = await anyio.to_thread.run_sync(functools.partial(account.http_sync.get, address))
        assert reply.json() == read.json() != []
        assert account.name
        assert (account.connection, "files:read" in account.scopes) == ("acme", True)
        token = await account.access_token()
        assert token.reveal() not in repr(account) + repr(token)
        await account.aclose()
        await transport.aclose()


@pytest.mark.attack("B11")
@pytest.mark.case("R115")
async def test_the_token_is_not_sent_elsewhere(stage: Stage) -> None:
    """Not to another origin, and not by a redirect to one, even where the author follows redirects."""
    await connect_alice(stage)
    seen: list[str | None] = []

    async def note(request: Request) -> Response:
        seen.append(request.headers.get("authorization"))
        return Response("elsewhere")

    async with run_app(Starlette(routes=[Route("/", note)])) as elsewhere, worker(stage) as house:
        transport = ApiTransport()
        account = Account(house, await grant_of_alice(stage, house), transport)
        with pytest.raises(Misuse) as refused:
            await account.http.get(elsewhere)
        assert refused.value.code == "origin_not_allowed"
        assert seen == []

        async def lead_away(_: Request) -> Response:
            return RedirectResponse(elsewhere + "/", 302)

        async with run_app(Starlette(routes=[Route("/", lead_away)])) as leading:
            provider = house.connections["acme"]
            object.__setattr__(provider, "api_origins", (*provider.api_origins, leading))
            assert (await account.http.get(leading)).status_code == 302
            assert (await account.http.get(leading, follow_redirects=True)).text == "elsewhere"
            object.__setattr__(provider, "api_origins", provider.api_origins[:-1])
        assert seen == [None]
        await account.aclose()
        await transport.aclose()
