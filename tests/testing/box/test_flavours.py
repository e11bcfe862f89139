"""The two roles."""

from __future__ import annotations

import warnings

import httpx2
import pytest

from elicitor.development import InsecureDevelopmentWarning
from elicitor.testing import Client, ScriptedBrowser, acme_files, mcp_authority, serve
from testing.flow import CALLBACK, SECRET, Flow

pytestmark = pytest.mark.anyio

MCP = "http://127.0.0.1:8000/mcp"


@pytest.fixture(autouse=True)
def _quiet() -> None:
    warnings.simplefilter("ignore", InsecureDevelopmentWarning)


async def test_acme_files_lists_files(browser: ScriptedBrowser, http: httpx2.AsyncClient) -> None:
    """The third party of the demo."""
    async with serve(acme_files(clients=[Client("app", (CALLBACK,), SECRET)])) as acme:
        flow = Flow(acme, http)
        found = await flow.tokens(browser, scope="openid files:read")
        assert (await flow.get("/api/files", found["access_token"])).json()
        assert acme.name == "Acme Files"


async def test_the_mcp_authority_issues_tokens_for_the_resource(
    browser: ScriptedBrowser, http: httpx2.AsyncClient
) -> None:
    """The MCP server's own; it has no files."""
    box = mcp_authority(clients=[Client("app", (CALLBACK,), SECRET)], resources=[MCP])
    async with serve(box):
        flow = Flow(box, http)
        found = await flow.tokens(browser, resource=MCP)
        assert (await flow.read(found["access_token"])).claims["aud"] == MCP
        assert (await flow.get("/api/files", found["access_token"])).status_code == 404


def test_options_win() -> None:
    """Everything can be changed."""
    assert acme_files(name="Globex").name == "Globex"
