"""Faults at the token endpoint.

Two kinds: some answer before anything is done, so the code or refresh token stays good; the others do the
work and spoil the reply, as a broken proxy would.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from elicitor.testing.box.faults.mishaps import Fault
from elicitor.testing.box.wire import json_reply
from elicitor.testing.serving import CutShort

__all__ = ["FAULTS_AFTER", "FAULTS_BEFORE", "Reply", "hang", "slow"]

Reply = dict[str, Any]

_HUGE = 8 * 1024 * 1024


class _CutOff(Response):
    """Promises a body and closes the connection in the middle of it."""

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"4096")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b'{"access_token": "', "more_body": True})
        raise CutShort


async def hang(request: Request) -> Response:
    """Answer nothing until the caller gives up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    return Response(status_code=504)


async def slow(seconds: float) -> None:
    """Let the caller wait; the reply is honest."""
    await anyio.sleep(seconds)


def _too_busy() -> Response:
    return json_reply({"error": "temporarily_unavailable"}, 429, Retry_After="1")


def _final_no() -> Response:
    return json_reply({"error": "invalid_grant", "error_description": "The grant is over."}, 400)


FAULTS_BEFORE: dict[Fault, Callable[[], Response]] = {
    Fault.STATUS_500: lambda: PlainTextResponse("Internal Server Error", 500),
    Fault.STATUS_429: _too_busy,
    Fault.HTML_200: lambda: HTMLResponse("<!doctype html><title>Wi-Fi</title><p>Please accept our terms."),
    Fault.ERROR_WITH_200: lambda: json_reply({"error": "bad_verification_code"}),
    Fault.INVALID_GRANT: _final_no,
    Fault.CUT_OFF: _CutOff,
    Fault.REDIRECT: lambda: RedirectResponse("/", 307),
}


def _without(reply: Reply, name: str) -> Response:
    return json_reply({key: value for key, value in reply.items() if key != name})


def _repeated_key(reply: Reply) -> Response:
    twice = json.dumps(reply)[:-1] + ', "access_token": "second"}'
    return Response(twice, media_type="application/json", headers={"Cache-Control": "no-store"})


def _scopes(reply: Reply) -> list[str]:
    return str(reply.get("scope", "")).split()


FAULTS_AFTER: Mapping[Fault, Callable[[Reply], Response]] = {
    Fault.LOST_REPLY: lambda _: _CutOff(),
    Fault.NO_ACCESS_TOKEN: lambda reply: _without(reply, "access_token"),
    Fault.NO_REFRESH_TOKEN: lambda reply: _without(reply, "refresh_token"),
    Fault.WRONG_TOKEN_TYPE: lambda reply: json_reply({**reply, "token_type": "mac"}),
    Fault.ODD_EXPIRY: lambda reply: json_reply({**reply, "expires_in": "soon"}),
    Fault.FEWER_SCOPES: lambda reply: json_reply({**reply, "scope": " ".join(_scopes(reply)[:-1])}),
    Fault.MORE_SCOPES: lambda reply: json_reply({**reply, "scope": " ".join([*_scopes(reply), "admin"])}),
    Fault.HUGE: lambda reply: json_reply({**reply, "padding": "x" * _HUGE}),
    Fault.REPEATED_KEY: _repeated_key,
}
