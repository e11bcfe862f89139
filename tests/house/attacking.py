"""What the attack tests share: a person who was asked, requests by hand, and what must not have changed.

An attack counts as refused when nothing of `stored` moved, the third party saw no token call, and the event log has the
reason. Each test shows the honest twin as well: the same steps with one thing changed, and they succeed.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from typing import Any

import anyio
import httpx2
from mcp import Client

from elicitor.testing import Page, ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage
from house.walking import client_of, link_from_era_a, never

__all__ = ["FORM", "Asked", "asked", "knock", "proof_on", "reasons", "signed_in", "stored", "until"]

FORM = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
"""What a browser says of a form that our own page sent."""

_STORED = {
    "grants": "select id, owner_key, scopes, status, version, sealed from elicitor_grants order by id",
    "clients": "select grant_id, client_id from elicitor_grant_clients order by 1, 2",
    "tickets": "select digest, errand, reason from elicitor_tickets order by digest",
    "attempts": "select digest, taken_at, ended_at from elicitor_attempts order by digest",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody whose tool call was answered with a link.

    Attributes:
        client: their MCP client, of era A.
        url: the link.
        elicitation_id: its public id.
    """

    client: Client
    url: str
    elicitation_id: str

    @property
    def ticket(self) -> str:
        """The id in the link."""
        return self.url.rpartition("/")[2]


@asynccontextmanager
async def asked(
    stage: Stage, user: str = "alice", client_id: str = "mcp-client", **options: Any
) -> AsyncIterator[Asked]:
    """Call a tool as somebody who has not connected anything."""
    token = await stage.token_for(user, client_id)
    async with client_of(stage, token, "legacy", elicitation_callback=never, **options) as client:
        yield Asked(client, *await link_from_era_a(client))


async def signed_in(browser: ScriptedBrowser, url: str, user: str) -> Page:
    """The page that a link leads to, for somebody who signs in."""
    return await sign_in(await browser.open(url), user)


def stored(stage: Stage) -> dict[str, list[Any]]:
    """Everything that an attack must leave as it was."""
    with closing(sqlite3.connect(stage.database)) as database:
        return {name: database.execute(query).fetchall() for name, query in _STORED.items()}


def reasons(stage: Stage) -> set[str]:
    """Every reason code that was ever written down."""
    with closing(sqlite3.connect(stage.database)) as database:
        return {code for (code,) in database.execute("select distinct code from elicitor_events")}


def proof_on(page: Page) -> str:
    """The hidden proof of the form on a page."""
    found = re.search(r'name="proof" value="([0-9a-f]+)"', page.html)
    assert found is not None
    return found[1]


async def knock(
    browser: ScriptedBrowser,
    url: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    cookies: Mapping[str, str] | None = None,
) -> httpx2.Response:
    """One request with a browser's cookies and any headers; redirects are not followed, nothing is kept.

    Args:
        browser: whose cookies go with it.
        form: sent as a body.
        cookies: instead of the browser's.
    """
    mine = {cookie.name: cookie.value for cookie in browser.cookies} if cookies is None else cookies
    carried = {"cookie": "; ".join(f"{name}={value}" for name, value in mine.items())} if mine else {}
    async with httpx2.AsyncClient(trust_env=False, verify=False) as http:  # plain http: no time for certificates
        return await http.request(method, url, headers={**carried, **(headers or {})}, data=form)


async def until(came_true: Callable[[], object]) -> None:
    """Wait for something that happens in another thread, five seconds at the most."""
    with anyio.fail_after(5):
        while not came_true():  # noqa: ASYNC110  what is waited for can set no event of this loop
            await anyio.sleep(0.01)
