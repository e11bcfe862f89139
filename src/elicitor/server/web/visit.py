"""One request to a page: its cookies and who is there. What the endpoints share."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from elicitor.server.house import House
from elicitor.server.identity import Visitor, find_visitor
from elicitor.server.signing_in import SIGN_IN_SECONDS, begin_sign_in
from elicitor.server.web.cookies import CookieJar

__all__ = ["Visit", "arrive", "send_to_sign_in"]


@dataclass(frozen=True, slots=True)
class Visit:
    """What is known of a request before anything is decided.

    Attributes:
        jar: its cookies.
        visitor: who is signed in, or None.
    """

    jar: CookieJar
    visitor: Visitor | None


async def arrive(house: House, request: Request) -> Visit:
    """Read a request's cookies and session.

    Raises:
        Refused: `cookie_repeated`.
    """
    jar = CookieJar(request, house.public_url)
    visitor = await find_visitor(house.vault.sessions, jar.find(jar.names.session))
    return Visit(jar, visitor)


async def send_to_sign_in(house: House, jar: CookieJar, unverified_return_to: str, *, anew: bool = False) -> Response:
    """Answer with the way to the authorization server; the same whether or not the ticket exists.

    Raises:
        ProviderUnreachable: the authorization server does not answer.
    """
    trip = await begin_sign_in(house, unverified_return_to, anew=anew)
    response = RedirectResponse(trip.url, status_code=303)
    jar.make_room(response)
    jar.set(response, jar.names.sign_in(trip.state_digest), trip.cookie, seconds=SIGN_IN_SECONDS)
    return response
