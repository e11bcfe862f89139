"""Ears for a whole house: what the client's wire carries, what is logged at DEBUG, and every secret there was."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from elicitor.secret import Secret
from elicitor.testing import AuthorizationServer, ScriptedBrowser
from elicitor.testing.stage import Stage

__all__ = ["Ears", "leaked", "logged_by_the_server", "secrets_on_the_wire", "tapped_client"]

_SECRET_FIELDS = {"code", "code_verifier", "refresh_token", "client_secret", "token", "id_token_hint"}
_SHOWN = 8
"""So many first characters of a secret are a leak as well."""


class Ears:
    """Everything that an MCP client was sent, byte by byte."""

    def __init__(self) -> None:
        self.heard = bytearray()

    @property
    def text(self) -> str:
        """As text."""
        return self.heard.decode("utf-8", "replace")


class _Tapped(httpx2.AsyncByteStream):
    def __init__(self, stream: Any, ears: Ears) -> None:
        self._stream, self._ears = stream, ears

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._stream:
            self._ears.heard += part
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Tap(httpx2.AsyncHTTPTransport):
    def __init__(self, ears: Ears) -> None:
        super().__init__(trust_env=False, verify=False)
        self._ears = ears

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        self._ears.heard += repr(response.headers.raw).encode()
        response.stream = _Tapped(response.stream, self._ears)
        return response


@asynccontextmanager
async def tapped_client(stage: Stage, token: Secret, ears: Ears, mode: str, **options: Any) -> AsyncIterator[Client]:
    """The SDK's client, with ears on its wire."""
    headers = {"Authorization": f"Bearer {token.reveal()}"}
    async with httpx2.AsyncClient(headers=headers, transport=_Tap(ears), timeout=30) as http:
        transport = streamable_http_client(stage.mcp_url, http_client=http)
        async with Client(transport, mode=mode, **options) as client:
            yield client


def secrets_on_the_wire(*boxes: AuthorizationServer) -> dict[str, str]:
    """Every secret that a server was sent, by what it is: codes, verifiers, tokens, client credentials."""
    found: dict[str, str] = {}
    for box in boxes:
        for request in box.requests:
            head, _, body = request.wire.reveal().partition("\n\n")
            target = head.partition("\n")[0].split(" ")[1]
            pairs = [*parse_qsl(urlsplit(target).query), *parse_qsl(body)]
            found |= {value: f"{name} at {request.path}" for name, value in pairs if name in _SECRET_FIELDS}
            for scheme, value in re.findall(r"(?im)^authorization: (\w+) (\S+)$", head):
                found[value] = f"{scheme} credential at {request.path}"
    return {value: name for value, name in found.items() if len(value) >= _SHOWN}


def leaked(text: str, secrets: Iterable[str]) -> list[str]:
    """Which secrets a text shows, or begins to show."""
    readable = text + unquote(text)
    return [secret for secret in secrets if secret[:_SHOWN] in readable]


def logged_by_the_server(records: Iterable[logging.LogRecord], stage: Stage) -> str:
    """What was logged outside this test's own thread and outside the boxes, tracebacks included."""
    others = {"MainThread", f"serve {stage.authority.issuer}", f"serve {stage.acme.issuer}"}
    formatter = logging.Formatter("%(name)s %(message)s")
    return "\n".join(formatter.format(record) for record in records if record.threadName not in others)


def cookies_of(browser: ScriptedBrowser) -> dict[str, str]:
    """The cookies a browser holds, values first."""
    return {cookie.value: f"cookie {cookie.name}" for cookie in browser.cookies}
