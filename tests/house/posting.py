"""An MCP client of era B by hand: each call is one POST, and every byte of it can be changed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2

from elicitor.secret import Secret
from elicitor.testing.stage import Stage

__all__ = ["Poster", "posting"]

_ERA = "2026-07-28"
_META = {
    "io.modelcontextprotocol/protocolVersion": _ERA,
    "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}},
}
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


@dataclass
class Poster:
    """Sends calls with one bearer token."""

    http: httpx2.AsyncClient
    url: str

    async def reply(
        self, method: str = "tools/call", *, meta: Mapping[str, Any] | None = None, **params: Any
    ) -> httpx2.Response:
        """The HTTP reply to a call; the tool `list_files` where nothing else is said."""
        if method == "tools/call":
            params = {"name": "list_files", "arguments": {}, **params}
        headers = {
            "accept": "application/json, text/event-stream",
            "mcp-protocol-version": _ERA,
            "mcp-method": method,
            "mcp-name": str(params[_NAMED_BY[method]]),
        }
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": method,
            "params": {**params, "_meta": {**_META, **(meta or {})}},
        }
        return await self.http.post(self.url, json=message, headers=headers)

    async def call(self, method: str = "tools/call", **params: Any) -> dict[str, Any]:
        """What the reply says: with `result` or with `error`."""
        answered: dict[str, Any] = (await self.reply(method, **params)).json()
        return answered

    async def ask(self, method: str = "tools/call", **params: Any) -> tuple[str, str]:
        """A call that is answered with a question; gives its link and its state."""
        result = (await self.call(method, **params))["result"]
        assert result["resultType"] == "input_required"
        return result["inputRequests"]["acme"]["params"]["url"], result["requestState"]


@asynccontextmanager
async def posting(stage: Stage, token: Secret) -> AsyncIterator[Poster]:
    """A client with a token."""
    headers = {"authorization": f"Bearer {token.reveal()}"}
    async with httpx2.AsyncClient(headers=headers, trust_env=False, verify=False, timeout=30) as http:
        yield Poster(http, stage.mcp_url)
