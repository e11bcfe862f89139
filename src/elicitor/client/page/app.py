"""The page as an application: one view, one way to answer, one style sheet. No script."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from urllib.parse import parse_qs

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from elicitor.client.page.board import Board

__all__ = ["create_page"]

_LONGEST_BODY = 256 * 1024
_MOST_FIELDS = 2000


def create_page(board: Board) -> Starlette:
    """The page of a board."""

    async def show(_: Request) -> Response:
        template, facts = board.view()
        return HTMLResponse(_environment().get_template(f"{template}.html").render(**facts))

    async def answer(request: Request) -> Response:
        fields = await _read(request)
        if fields is None:
            return PlainTextResponse("This page takes ordinary forms only.\n", status_code=400)
        secret, action = (fields.pop(name, [""])[0] for name in ("secret", "action"))
        if not board.act(secret, action, fields):
            return RedirectResponse("/?late", status_code=303)
        return RedirectResponse("/", status_code=303)

    async def style(_: Request) -> Response:
        return Response(_style(), media_type="text/css")

    return Starlette(
        routes=[
            Route("/", show, methods=["GET"]),
            Route("/", answer, methods=["POST"]),
            Route("/page.css", style, methods=["GET"]),
        ]
    )


async def _read(request: Request) -> dict[str, list[str]] | None:
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/x-www-form-urlencoded":
        return None
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LONGEST_BODY:
            return None
    try:
        return parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError:
        return None


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("elicitor.client.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@lru_cache(maxsize=1)
def _style() -> bytes:
    return files("elicitor.client.page").joinpath("assets/page.css").read_bytes()
