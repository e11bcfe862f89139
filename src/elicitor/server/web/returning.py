"""The two addresses that other servers send people back to: after sign-in, and after the third party.

Both answer with a redirect to a clean page of ours, so that neither a code nor a state stays in the address bar,
in the history or in a `Referer` (D5). A HEAD request or a prefetch does nothing.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from elicitor.errors import (
    ElicitorError,
    Expired,
    ProviderBroke,
    ProviderSaidNo,
    ProviderUnreachable,
    Refused,
)
from elicitor.identifiers import digest_of, is_identifier
from elicitor.server import trips
from elicitor.server.house import House
from elicitor.server.identity import ABSOLUTE_SESSION_LIFE
from elicitor.server.signing_in import finish_sign_in
from elicitor.server.web.cookies import CookieJar
from elicitor.server.web.errors import error_page
from elicitor.server.web.pages import render
from elicitor.server.web.visit import Visit, arrive

__all__ = ["ReturnPages"]

_RETRYABLE = (ProviderSaidNo, ProviderUnreachable, ProviderBroke)


class ReturnPages:
    """The endpoints `/connect/signed-in`, `/connect/callback/{connection}` and `/connect/done/{connection}`."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def signed_in(self, request: Request) -> Response:
        """GET: back from the authorization server. Opens a session under a new id (A5)."""
        house = self._house
        jar = CookieJar(request, house.public_url)
        cookie_name = jar.names.sign_in(_state_digest(request))
        signed_in = await finish_sign_in(house, request.query_params.multi_items(), jar.find(cookie_name))
        old = jar.find(jar.names.session)
        if old is not None:
            await house.vault.sessions.close(old)
        session_id, _ = await house.vault.sessions.open(
            signed_in.owner,
            signed_in.account_name,
            signed_in_with=signed_in.state_digest,
            absolute=ABSOLUTE_SESSION_LIFE,
        )
        await house.reporter.emit("signed_in", issuer=signed_in.owner.issuer)
        response = RedirectResponse(_connect_url(house, signed_in.return_to), status_code=303)
        jar.set(response, jar.names.session, session_id)
        jar.clear(response, cookie_name)
        return response

    async def returned(self, request: Request) -> Response:
        """GET: back from the third party."""
        house = self._house
        visit = await arrive(house, request)
        name = visit.jar.names.flow(_state_digest(request))
        connection = request.path_params["connection"]
        unverified = trips.Return(
            connection=connection,
            query=request.query_params.multi_items(),
            flow=visit.jar.find(name),
            visitor=visit.visitor,
        )
        done = house.public_url.at(f"/connect/done/{connection}")
        try:
            grant = await trips.finish(house, unverified)
        except trips.AlreadyDone:
            await house.reporter.emit("already_done", connection=connection)
            return RedirectResponse(done, status_code=303)
        except ElicitorError as error:
            return await self._failed(error, visit, unverified)
        lacking = await trips.is_lacking(house, unverified, grant)
        response = RedirectResponse(done + ("?partly=1" if lacking else ""), status_code=303)
        visit.jar.clear(response, name)
        return response

    async def done(self, request: Request) -> Response:
        """GET: what is connected now, said to whoever is signed in about themselves."""
        house = self._house
        provider = house.connections.get(request.path_params["connection"])
        if provider is None:
            raise Refused("not_found", "There is no such page.")
        visit = await arrive(house, request)
        grant = None
        if visit.visitor is not None:
            grant = await house.vault.grants.find(visit.visitor.owner, provider.name)
        if grant is None or grant.status != "active":
            raise Expired("nothing_connected", "There is nothing to show here. Go back to your application.")
        return render(
            house,
            "done",
            title=provider.title,
            linked_account=grant.account_name,
            partly=request.query_params.get("partly") == "1",
        )

    async def _failed(self, error: ElicitorError, visit: Visit, unverified: trips.Return) -> Response:
        """An error page; with a way back to the start where this very browser began the trip."""
        back = None
        if isinstance(error, _RETRYABLE) or (visit.visitor is None and error.code == "session_lapsed"):
            back = await trips.find_way_back(self._house, unverified)
        return await error_page(self._house, error, back=back)


def _state_digest(request: Request) -> bytes:
    return digest_of(request.query_params.get("state", ""))


def _connect_url(house: House, unverified_return_to: str) -> str:
    # What comes out of the sealed cookie was typed into the address bar once: only the shape of an id gets
    # into a Location header (B8).
    if not unverified_return_to:
        return house.public_url.at("/connect/")
    ticket = unverified_return_to if is_identifier(unverified_return_to) else "gone"
    return house.public_url.at(f"/connect/{ticket}")
