"""Attaching to an `MCPServer`: the middleware, the pages, and the door that functions are registered through."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from elicitor.errors import Misuse
from elicitor.sdk.desk import Desk
from elicitor.sdk.wrapping import find_marks, wrap
from elicitor.server.web.app import PAGES_PATH

__all__ = ["attach_to", "join_lifespan", "page_routes", "refuse_built_app", "refuse_earlier_functions"]

_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def attach_to(mcp: MCPServer[Any], desk: Desk, pages: ASGIApp | None) -> None:
    """Wire a desk and its pages into a server. What is registered from now on may carry marks."""
    mcp.middleware.append(desk.middleware)
    _watch_registration(mcp, desk)
    join_lifespan(mcp, desk)
    if pages is not None:
        _serve_pages(mcp, pages)
        _refuse_stdio(mcp)


def refuse_built_app(server: MCPServer[Any] | Server[Any]) -> None:
    """Raises:
    Misuse: `attached_too_late`, the server's application is there already and would lack the pages.
    """
    try:
        _ = server.session_manager
    except RuntimeError:
        return
    raise Misuse(
        "attached_too_late",
        "The server's HTTP application was built already. Call elicitor.attach(mcp) before streamable_http_app().",
    )


def refuse_earlier_functions(mcp: MCPServer[Any]) -> None:
    """Raises:
    Misuse: `registered_before_attach`, naming the function. Register it after `attach`.
    """
    for tool in mcp._tool_manager.list_tools():  # noqa: SLF001  the SDK lists tools without their functions
        if find_marks(tool.fn):
            raise Misuse(
                "registered_before_attach",
                f"The tool {tool.name!r} was registered before elicitor.attach(mcp). Move attach above it.",
            )


def page_routes(pages: ASGIApp) -> list[Route]:
    """The pages as routes of the server's application.

    The path without a slash has a route of its own: the application would redirect it to whatever `Host` said (B7).
    """

    async def serve(_: Request) -> Response:
        # Starlette calls what comes back as an ASGI application: the pages route by themselves.
        return cast("Response", pages)

    paths = (PAGES_PATH, PAGES_PATH + "/{rest:path}")
    return [Route(path, serve, methods=_METHODS, include_in_schema=False) for path in paths]


def _serve_pages(mcp: MCPServer[Any], pages: ASGIApp) -> None:
    for route in page_routes(pages):
        mcp.custom_route(route.path, methods=_METHODS, include_in_schema=False)(route.endpoint)


def _watch_registration(mcp: MCPServer[Any], desk: Desk) -> None:
    add_tool, prompt, resource = mcp.add_tool, mcp.prompt, mcp.resource

    def add_tool_wrapped(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        add_tool(wrap(desk, fn), *args, **kwargs)

    def decorating(make: Callable[..., Any]) -> Callable[..., Any]:
        def made(*args: Any, **kwargs: Any) -> Any:
            decorate = make(*args, **kwargs)

            def decorated(fn: Callable[..., Any]) -> Callable[..., Any]:
                decorate(wrap(desk, fn))
                return fn

            return decorated

        return made

    vars(mcp).update(add_tool=add_tool_wrapped, prompt=decorating(prompt), resource=decorating(resource))


def join_lifespan(server: MCPServer[Any] | Server[Any], desk: Desk) -> None:
    """Open and close what the desk needs with the server's own application."""
    build = server.streamable_http_app

    def streamable_http_app(**options: Any) -> Starlette:
        app = build(**options)
        inner = app.router.lifespan_context

        @asynccontextmanager
        async def lifespan(running: Any) -> Any:
            try:
                await desk.lodge.start()
                async with inner(running) as state:
                    yield state
            finally:
                await desk.close()

        app.router.lifespan_context = lifespan
        return app

    vars(server).update(streamable_http_app=streamable_http_app)


def _refuse_stdio(mcp: MCPServer[Any]) -> None:
    async def run_stdio_async() -> None:
        raise Misuse(
            "stdio_not_yet",
            "This release of elicitor serves over HTTP with MCP authorization; local servers on stdio come with a "
            "later release.",
        )

    vars(mcp).update(run_stdio_async=run_stdio_async)
