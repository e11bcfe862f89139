"""Rendering: the only place where HTML is made. Autoescape is on and cannot be switched off from a template."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import PurePosixPath

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from elicitor.server.house import House

__all__ = ["render", "stylesheet"]


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("elicitor.server.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(house: House, name: str, *, status: int = 200, has_form: bool = False, **facts: object) -> Response:
    """A page.

    Args:
        name: the template without its ending.
        status: the HTTP status.
        has_form: whether the page posts to us; such a page needs its `Origin` to survive.
        facts: what the template shows; every text is escaped.
    """
    html = (
        _environment()
        .get_template(f"{name}.html")
        .render(
            server_name=house.name,
            base=house.public_url.prefix,
            development=house.development is not None,
            **facts,
        )
    )
    headers = {"Referrer-Policy": "same-origin"} if has_form else {}
    return HTMLResponse(html, status_code=status, headers=headers)


@lru_cache(maxsize=1)
def stylesheet() -> bytes:
    """Our one style sheet."""
    path = PurePosixPath("assets") / "elicitor.css"
    return files("elicitor.server.web").joinpath(str(path)).read_bytes()
