"""A site that shows what a browser sent: pages with a link or a form, redirects, cookies, and a record."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

SEEN = ("sec-fetch-site", "sec-fetch-mode", "sec-fetch-user", "sec-fetch-dest", "origin", "referer")


@dataclass
class Echo:
    """The site. `seen` holds one line of facts for each request, in order."""

    seen: list[dict[str, str]] = field(default_factory=list)

    def app(self) -> Starlette:
        """The ASGI application."""
        methods = ["GET", "POST"]
        return Starlette(
            routes=[
                Route("/set", self._set, methods=methods),
                Route("/page", self._page, methods=methods),
                Route("/go", self._go, methods=methods),
                Route("/round", self._round, methods=methods),
                Route("/end", self._end, methods=methods),
            ]
        )

    def take(self) -> list[dict[str, str]]:
        """What was seen since the last call."""
        seen, self.seen = self.seen, []
        return seen

    async def _note(self, request: Request) -> None:
        facts = {name: request.headers[name] for name in SEEN if name in request.headers}
        facts["request"] = f"{request.method} {request.headers['host']}{request.url.path}"
        facts["cookie header"] = request.headers.get("cookie", "")
        facts["cookies"] = ";".join(sorted(request.cookies))
        facts["type"] = request.headers.get("content-type", "")
        facts["body"] = (await request.body()).decode()
        self.seen.append(facts)

    async def _set(self, request: Request) -> Response:
        await self._note(request)
        response = PlainTextResponse("set")
        for text in request.query_params.getlist("cookie"):
            response.raw_headers.append((b"set-cookie", text.encode()))
        return response

    async def _page(self, request: Request) -> Response:
        """A link and a form `Go` to `to`."""
        await self._note(request)
        wanted = request.query_params
        headers = {name: wanted[name] for name in ("referrer-policy", "content-security-policy") if name in wanted}
        to = escape(wanted.get("to", "/end"))
        enctype = escape(wanted.get("enctype", "application/x-www-form-urlencoded"))
        return HTMLResponse(
            f'<!doctype html><title>page</title><link rel="icon" href="data:,">'
            f'<a href="{to}">Go there</a>'
            f'<form method="{escape(wanted.get("method", "post"))}" action="{to}" enctype="{enctype}">'
            '<input type="hidden" name="a" value="1"><input name="b" value="ü &amp; +">'
            "<button>Send</button></form>",
            headers=headers,
        )

    async def _go(self, request: Request) -> Response:
        await self._note(request)
        wanted = request.query_params
        headers = {"referrer-policy": wanted["referrer-policy"]} if "referrer-policy" in wanted else {}
        return RedirectResponse(wanted["to"], int(wanted.get("status", "302")), headers=headers)

    async def _round(self, request: Request) -> Response:
        await self._note(request)
        return RedirectResponse("/round")

    async def _end(self, request: Request) -> Response:
        await self._note(request)
        return HTMLResponse('<!doctype html><title>end</title><link rel="icon" href="data:,"><p>The end')
