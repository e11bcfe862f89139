"""What was asked of the box, so that a test can say "no token call was made".

A request is recorded before it is answered, in order, the youngest few thousand of them. What a request
carried is kept as a `Secret`: a test that looks for a leaked token reveals it, a log never shows it.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.types import Message, Receive, Scope

from elicitor.secret import Secret

__all__ = ["Record", "Recorded"]

_KEPT = 5000


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request.

    Attributes:
        method: GET, POST, ...
        path: without the query.
        parameters: the names of the parameters in query and body.
        grant_type: what a token request asked for; else empty.
        wire: target, headers and body as they came.
    """

    method: str
    path: str
    parameters: frozenset[str]
    grant_type: str
    wire: Secret


class Record:
    """The requests of one box. The test that reads it runs in another thread than the box."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: deque[Recorded] = deque(maxlen=_KEPT)
        self._calls: Counter[str] = Counter()
        self._grants: Counter[str] = Counter()

    async def note(self, scope: Scope, receive: Receive) -> Receive:
        """Write a request down; gives what the application has to receive from now on."""
        request = Request(scope, receive)
        body = await request.body()
        pairs = dict(_parameters(request.url.query, body))
        path = request.url.path
        grant_type = pairs.get("grant_type", "") if path == "/token" else ""
        recorded = Recorded(request.method, path, frozenset(pairs), grant_type, _wire(request, body))
        with self._lock:
            self._calls[path] += 1
            self._grants[grant_type] += 1
            self._requests.append(recorded)
        return _again(body, receive)

    def requests(self) -> list[Recorded]:
        """What was written down, oldest first."""
        with self._lock:
            return list(self._requests)

    def calls(self, path: str) -> int:
        """How many requests a path had."""
        return self._calls[path]

    def grants(self, grant_type: str) -> int:
        """How many token requests asked for a grant type."""
        return self._grants[grant_type]

    def clear(self) -> None:
        """Forget all of it, as between two halves of a test."""
        with self._lock:
            self._requests.clear()
            self._calls.clear()
            self._grants.clear()


def _parameters(query: str, body: bytes) -> Iterable[tuple[str, str]]:
    yield from parse_qsl(query, keep_blank_values=True)
    yield from parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)


def _again(body: bytes, receive: Receive) -> Receive:
    messages: Iterator[Message] = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def read() -> Message:
        for message in messages:
            return message
        return await receive()

    return read


def _wire(request: Request, body: bytes) -> Secret:
    headers = "\n".join(f"{name}: {value}" for name, value in request.headers.items())
    target = f"{request.url.path}?{request.url.query}"
    return Secret(f"{request.method} {target}\n{headers}\n\n{body.decode('utf-8', 'replace')}")
