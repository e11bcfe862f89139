"""The pages that people see. Every page says that this is a test server.

The one door to the templates in `pages/`: autoescape on, missing facts are errors, and the headers are set
here. No `form-action`: Chromium applies it to the whole chain of redirects after a form post, and where a
client sends people on after its callback is not ours to know.
"""

from __future__ import annotations

import importlib.resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from elicitor.testing.box.parts import Parts

__all__ = ["page", "refusal", "style"]

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": ("default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
}
_TEMPLATES = Environment(
    loader=PackageLoader("elicitor.testing.box", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_STYLE = importlib.resources.files("elicitor.testing.box").joinpath("pages", "box.css").read_bytes()


def page(box: Parts, name: str, *, status: int = 200, **facts: object) -> Response:
    """Fill a template.

    Args:
        box: whose page it is.
        name: the template, without its ending.
        status: of the answer.
        facts: what the template shows.
    """
    text = _TEMPLATES.get_template(f"{name}.html").render(server=box.settings.name, issuer=box.issuer, **facts)
    return HTMLResponse(text, status, headers=_HEADERS)


def refusal(box: Parts, sentence: str, status: int = 400, *, shown: str = "") -> Response:
    """A page that says what is wrong, for requests that must not be sent back to anybody.

    Args:
        box: whose page it is.
        sentence: what is wrong.
        status: of the answer.
        shown: a text from the request that a developer wants to see; it is escaped.
    """
    return page(box, "refusal", status=status, sentence=sentence, shown=shown[:500])


async def style(_box: Parts, _request: Request) -> Response:
    """The one style sheet."""
    return Response(_STYLE, media_type="text/css", headers={"Cache-Control": "public, max-age=3600"})
