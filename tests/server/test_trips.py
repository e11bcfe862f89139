"""Trips that fail in unusual ways leave a ticket that can be tried again, and give back what they got."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from elicitor.errors import NotReady
from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage
from house.walking import client_of, codes, grants, link_from_era_a, never, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@contextmanager
def moved_endpoint(stage: Stage, **endpoints: str) -> Iterator[None]:
    """The third party's metadata says something else for a while."""
    known = stage.house.metadata._known
    honest = known[stage.acme.issuer]
    known[stage.acme.issuer] = replace(honest, endpoints=replace(honest.endpoints, **endpoints))
    yield
    known[stage.acme.issuer] = honest


@pytest.mark.attack("B16")
@pytest.mark.parametrize("endpoint", ["token", "jwks"])
async def test_an_endpoint_that_may_not_be_called_ends_the_trip_and_not_the_ticket(stage: Stage, endpoint: str) -> None:
    """The person can go again; tokens that were got already are revoked."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            with moved_endpoint(stage, **{endpoint: "http://8.8.8.8/x"}):
                page = await walk(browser, url, "alice")
            assert (page.status, grants(stage)) == (500, 0)
            assert "url_not_https" in await codes(stage)
            assert stage.acme.calls("/revoke") == (2 if endpoint == "jwks" else 0)
            assert "is connected" in (await walk(browser, url, "alice")).text


async def test_a_grant_that_cannot_be_stored_is_given_back(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is down at the last step: nothing is kept, here or there."""

    async def down(*_: Any) -> None:
        raise NotReady("storage_unavailable", "The database does not answer.")

    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            with monkeypatch.context() as patch:
                patch.setattr(stage.house.vault.grants, "settle", down)
                page = await walk(browser, url, "alice")
            assert (page.status, grants(stage)) == (503, 0)
            assert stage.acme.calls("/revoke") == 2
