"""The pages as one ASGI application: the table of routes, and what holds for all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from elicitor.errors import Refused
from elicitor.server.house import House
from elicitor.server.web.connect import ConnectPages
from elicitor.server.web.errors import Endpoint, with_error_door
from elicitor.server.web.overview import OverviewPage
from elicitor.server.web.pages import stylesheet
from elicitor.server.web.returning import ReturnPages
from elicitor.server.web.security import guard_headers

__all__ = ["PAGES_PATH", "create_pages"]

PAGES_PATH = "/connect"
"""Under which path of the server all pages live."""


def create_pages(house: House) -> ASGIApp:
    """The pages of a house, with the headers of `security.py` on every response."""
    connect, returns, overview = ConnectPages(house), ReturnPages(house), OverviewPage(house)

    def route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        return Route(PAGES_PATH + path, with_error_door(house, _at_the_door(house, endpoint)), methods=[method])

    app = Starlette(
        routes=[
            # path                     endpoint                  method
            route("", overview.show),
            route("/", overview.show),
            route("/", overview.forget, "POST"),
            route("/assets/elicitor.css", _style),
            route("/signed-in", returns.signed_in),
            route("/callback/{connection}", returns.returned),
            route("/done/{connection}", returns.done),
            route("/{ticket}/sign-in", connect.sign_in_anew),
            route("/{ticket}", connect.show),
            route("/{ticket}", connect.act, "POST"),
        ],
        exception_handlers={
            404: _handler(house, "not_found", "There is no such page."),
            405: _handler(house, "wrong_method", "This page cannot be used in that way."),
        },
    )
    # Starlette would answer a stray slash with a 307 to an address made from the request's Host header (B7, B9).
    app.router.redirect_slashes = False
    return _Headers(app, house)


def _at_the_door(house: House, endpoint: Endpoint) -> Endpoint:
    """What every page does before its own work. None of it has a side effect that a robot could trigger (D3)."""

    async def entered(request: Request) -> Response:
        if "prefetch" in request.headers.get("sec-purpose", request.headers.get("purpose", "")):
            return Response(status_code=503)
        if request.method == "HEAD":
            return Response(media_type="text/html")
        _check_host(house, request)
        await house.start()
        return await endpoint(request)

    return entered


def _check_host(house: House, request: Request) -> None:
    """In development the pages answer to their own name only, against DNS rebinding; a proxy may rename us else."""
    if house.development is None or request.headers.get("host") == house.public_url.origin.partition("//")[2]:
        return
    raise Refused("host_mismatch", f"In development this page is reached at {house.public_url.origin} only.")


async def _style(_: Request) -> Response:
    return Response(stylesheet(), media_type="text/css", headers={"Cache-Control": "public, max-age=3600"})


def _handler(house: House, code: str, sentence: str) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def refuse(_: Request) -> Response:
        raise Refused(code, sentence)

    guarded = with_error_door(house, refuse)

    async def handle(request: Request, _: Exception) -> Response:
        return await guarded(request)

    return handle


class _Headers:
    """Puts our headers on whatever goes out, errors of the framework included."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._public_url = house.public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                guard_headers(MutableHeaders(scope=message), self._public_url)
            await send(message)

        await self._app(scope, receive, send_guarded)
