"""Who may talk to the page: the same user's browser, on our own page, and nobody who was led here.

Everything is refused before the page sees it: another user of the machine (F30), another name for this address
(DNS rebinding, F28), another site's page (F27). No cookie has any say (F31). The headers allow no script, no frame
and no form to anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard"]

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_OWN_SITE = frozenset({"same-origin"})
_OWN_SITE_OR_NONE = frozenset({"same-origin", "none"})


class Guard:
    """Stands in front of the page.

    Args:
        app: the page.
        port: our port.
        is_same_user: whether the other end of a connection belongs to the user that we belong to.
    """

    def __init__(self, app: ASGIApp, port: int, is_same_user: Callable[[tuple[str, int]], bool]) -> None:
        self._app = app
        self._host = f"127.0.0.1:{port}"
        self._is_same_user = is_same_user

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        app = self._app if refusal is None else refusal
        await app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        peer = scope.get("client")
        if peer is None or not self._is_same_user((peer[0], peer[1])):
            return _no(403, "This page belongs to another user of this computer.")
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._host]:
            return _no(421, f"This page is reached at http://{self._host}/ only.")
        if scope["method"] not in {"GET", "POST"}:
            return _no(405, "This page cannot be used in that way.")
        if not self._is_ours(scope["method"], headers):
            return _no(403, "Another page led here. Go back to the application that asked you.")
        return None

    def _is_ours(self, method: str, headers: Headers) -> bool:
        """Whether our own page or the person themselves made the browser ask; for a POST, our own page (F27)."""
        site = headers.get("sec-fetch-site")
        if method == "GET":
            return site is None or site in _OWN_SITE_OR_NONE
        return site in _OWN_SITE or (site is None and headers.get("origin") == f"http://{self._host}")


def _no(status: int, sentence: str) -> PlainTextResponse:
    return PlainTextResponse(sentence + "\n", status_code=status)
