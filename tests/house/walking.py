"""The steps that the tests of the house share."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from elicitor.secret import Secret
from elicitor.testing import Page, ScriptedBrowser, sign_in
from elicitor.testing.stage import Stage

CONTINUE, ONWARD = "Continue to Acme Files", "Go to Acme Files"


@asynccontextmanager
async def client_of(stage: Stage, token: Secret, mode: str, **options: Any) -> AsyncIterator[Client]:
    """The SDK's own client with a bearer token."""
    headers = {"Authorization": f"Bearer {token.reveal()}"}
    async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http:
        transport = streamable_http_client(stage.mcp_url, http_client=http)
        async with Client(transport, mode=mode, **options) as client:
            yield client


async def walk(browser: ScriptedBrowser, url: str, user: str, *, to: str = "") -> Page:
    """A person opens the link, signs in, agrees, and signs in at the third party."""
    page = await sign_in(await browser.open(url), user)
    page = await page.submit(CONTINUE)
    return await sign_in(await page.click(ONWARD), user, stop_at=to)


def grants(stage: Stage) -> int:
    """How many grants are stored."""
    with closing(sqlite3.connect(stage.database)) as database:
        return int(database.execute("select count(*) from elicitor_grants").fetchone()[0])


async def codes(stage: Stage) -> list[str]:
    """The reason codes that were written down, newest first."""
    return [event.code for event in await stage.house.vault.events.recent(limit=100)]


async def never(*_: Any) -> ElicitResult:
    """A callback whose only use is that the client declares elicitation."""
    raise AssertionError("not asked in this way")


async def link_from_era_a(client: Client, tool: str = "list_files") -> tuple[str, str]:
    """Call a tool and read the link and the id from the refusal."""
    with pytest.raises(MCPError) as refused:
        await client.call_tool(tool, {})
    assert refused.value.error.code == -32042
    (asked,) = refused.value.error.data["elicitations"]
    assert asked["mode"] == "url"
    return asked["url"], asked["elicitationId"]
