"""Signing in: the browser's token is read by the rule of MCP calls, and somebody else's answer is worth nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from elicitor.errors import Expired, ProviderBroke, Refused
from elicitor.principal import Owner
from elicitor.server.house import House
from elicitor.server.signing_in import SignInTrip, begin_sign_in, finish_sign_in
from elicitor.testing import ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from server.workers import worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


async def answer(stage: Stage, trip: SignInTrip, user: str = "alice") -> list[tuple[str, str]]:
    """What the authorization server sends the browser back with."""
    callback = f"{stage.origin}/connect/signed-in"
    async with ScriptedBrowser() as browser:
        page = await sign_in(await browser.open(trip.url), user, stop_at=callback)
    return parse_qsl(urlsplit(page.stopped_before).query)


async def refused(house: House, query: list[tuple[str, str]], cookie: str | None) -> str:
    """The code of the refusal."""
    with pytest.raises((Expired, Refused, ProviderBroke)) as error:
        await finish_sign_in(house, query, cookie)
    return error.value.code


@pytest.mark.requirement("ID-4", "ID-9")
@pytest.mark.attack("A18")
async def test_a_person_who_signs_in_is_the_owner_of_their_mcp_calls(stage: Stage) -> None:
    """By issuer and subject of the token for this server; the name is only for greeting."""
    async with worker(stage) as house:
        trip = await begin_sign_in(house, "ticket")
        signed_in = await finish_sign_in(house, await answer(stage, trip), trip.cookie)
        assert signed_in.owner == Owner("", stage.authority.issuer, "alice")
        assert signed_in.account_name == "Alice Liddell"
        assert signed_in.return_to == "ticket"


@pytest.mark.attack("A6", "A7")
async def test_an_answer_of_another_browser_is_refused(stage: Stage) -> None:
    """Without its cookie, with another's, with a changed state, and too late."""
    async with worker(stage) as house:
        mine, other = await begin_sign_in(house, ""), await begin_sign_in(house, "")
        query = await answer(stage, mine)
        changed = [(name, "x" * 43 if name == "state" else value) for name, value in query]
        late: Any = replace(house, clock=lambda: house.clock() + 601)
        assert await refused(house, query, None) == "no_sign_in"
        assert await refused(house, query, other.cookie) == "no_sign_in"
        assert await refused(house, query, mine.cookie[:-2] + "AA") == "no_sign_in"
        assert await refused(house, query, "x" * 4000) == "no_sign_in"
        assert await refused(house, changed, mine.cookie) == "no_sign_in"
        assert await refused(house, [*query, ("state", "x")], mine.cookie) == "no_sign_in"
        assert await refused(late, query, mine.cookie) == "no_sign_in"
        assert (await finish_sign_in(house, query, mine.cookie)).owner.subject == "alice"


@pytest.mark.attack("B1")
async def test_an_answer_from_elsewhere_is_refused(stage: Stage) -> None:
    """By its issuer, before the code is used."""
    async with worker(stage) as house:
        trip = await begin_sign_in(house, "")
        query = await answer(stage, trip)
        calls = stage.authority.token_calls
        forged = [(name, "https://evil.example" if name == "iss" else value) for name, value in query]
        assert await refused(house, forged, trip.cookie) == "issuer_mismatch"
        assert stage.authority.token_calls == calls


@pytest.mark.attack("E1")
async def test_the_cookie_shows_nothing_of_its_content(stage: Stage) -> None:
    """Neither verifier nor nonce nor the way back."""
    async with worker(stage) as house:
        trip = await begin_sign_in(house, "the-ticket", anew=True)
        assert "the-ticket" not in trip.cookie + trip.url
        assert "prompt=login" in trip.url
        assert "code_verifier" not in trip.url
