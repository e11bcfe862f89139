"""The front page of the box: what it is, who is signed in, and the way out of the session."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from elicitor.testing.box.look import page
from elicitor.testing.box.parts import Parts

__all__ = ["front", "sign_out"]


async def front(box: Parts, request: Request) -> Response:
    """`GET /`."""
    session = box.visits.find_session(request, box.issuer)
    return page(box, "front", user=session.user if session else None, clients=list(box.clients.values()))


async def sign_out(box: Parts, request: Request) -> Response:
    """`POST /sign-out`: end the browser's session. A forged one does no harm worth a guard."""
    session = box.visits.find_session(request, box.issuer)
    if session is not None:
        box.visits.close_session(session)
    return RedirectResponse("/", 303)
