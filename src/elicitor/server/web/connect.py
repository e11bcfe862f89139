"""The connect page: who asks for what, from whom, and the buttons.

Opening it changes nothing (D3). Its button starts the trip; the answer is a page with a link onward, never a
redirect, because `form-action 'self'` covers the redirects of a form as well.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from elicitor.errors import Expired, ProviderUnreachable, Refused, WrongVisitor
from elicitor.identifiers import is_identifier
from elicitor.protocol.lifecycle import Errand, Move, sources_of
from elicitor.server import trips
from elicitor.server.house import House
from elicitor.server.identity import ConfirmedTicket, Visitor, confirm
from elicitor.server.web.errors import error_page
from elicitor.server.web.pages import render
from elicitor.server.web.question import show_question, take_answer
from elicitor.server.web.security import CsrfProof, check_same_origin, read_form
from elicitor.server.web.visit import Visit, arrive, send_to_sign_in

__all__ = ["ConnectPages"]

_MOST_MISMATCHES = 3
"""So many wrong people, and the ticket is void: its link has gone astray."""


class ConnectPages:
    """The endpoints under `/connect/{id}`."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._csrf = CsrfProof(house.ring)

    async def show(self, request: Request) -> Response:
        """GET: who would connect what. Sends a stranger to sign in first."""
        unverified_id = _ticket_of(request)
        visit = await arrive(self._house, request)
        if visit.visitor is None:
            return await self._sign_in(visit, unverified_id)
        confirmed = await self._confirm(unverified_id, visit.visitor)
        if confirmed.ticket.errand == Errand.REDEEMING:
            return render(self._house, "busy", title=self._title(confirmed))
        if confirmed.ticket.has_question:
            proof = self._csrf.make(visit.visitor.session, unverified_id)
            return await show_question(self._house, confirmed, unverified_id, proof=proof)
        return await self._consent(confirmed, unverified_id)

    async def sign_in_anew(self, request: Request) -> Response:
        """GET: sign in as somebody else."""
        unverified_id = _ticket_of(request)
        visit = await arrive(self._house, request)
        return await self._sign_in(visit, unverified_id, anew=True)

    async def act(self, request: Request) -> Response:
        """POST: what the person decided."""
        unverified_id = _ticket_of(request)
        check_same_origin(request, self._house.public_url)
        posted = await read_form(request)
        visit = await arrive(self._house, request)
        if visit.visitor is None:
            return render(self._house, "signed_out", way_in=f"/connect/{unverified_id}")
        confirmed = await self._confirm(unverified_id, visit.visitor)
        self._csrf.check(posted.values.get("proof", ""), visit.visitor.session, unverified_id)
        asks_question = confirmed.ticket.has_question
        match posted.values.get("action"):
            case "continue" if not asks_question:
                return await self._leave(visit, confirmed, unverified_id)
            case "answer" if asks_question:
                proof = self._csrf.make(visit.visitor.session, unverified_id)
                return await take_answer(self._house, confirmed, unverified_id, proof=proof, entries=posted.entries)
            case "decline":
                await trips.decline(self._house, confirmed)
                return render(self._house, "declined", title="" if asks_question else self._title(confirmed))
            case "switch":
                return await self._switch(visit, unverified_id)
            case _:
                raise Refused("body_malformed", "The form could not be read.")

    async def _sign_in(self, visit: Visit, unverified_id: str, *, anew: bool = False) -> Response:
        try:
            return await send_to_sign_in(self._house, visit.jar, unverified_id, anew=anew)
        except ProviderUnreachable as error:
            return await error_page(self._house, error, back=f"/connect/{unverified_id}")

    async def _confirm(self, unverified_id: str, visitor: Visitor) -> ConfirmedTicket:
        tickets = self._house.vault.tickets
        unverified_ticket = await tickets.find(unverified_id)
        try:
            return confirm(unverified_ticket, visitor, self._house.clock())
        except WrongVisitor as error:
            if error.code == "wrong_user" and unverified_ticket is not None:
                await self._count_mismatch(unverified_ticket.digest)
            raise

    async def _count_mismatch(self, digest: bytes) -> None:
        tickets = self._house.vault.tickets
        if await tickets.count_mismatch(digest) < _MOST_MISMATCHES:
            return
        if await tickets.move(digest, sources_of(Move.ANNUL), reason="void"):
            await self._house.reporter.emit("ticket_void", severity="refused")
            self._house.completion.announce(digest)

    async def _consent(self, confirmed: ConfirmedTicket, unverified_id: str) -> Response:
        ticket, visitor = confirmed.ticket, confirmed.visitor
        provider = self._house.provider(ticket.connection)
        scopes = sorted(ticket.scopes | provider.scopes)
        return render(
            self._house,
            "connect",
            has_form=True,
            ticket=unverified_id,
            title=provider.title,
            client_name=ticket.client_name,
            client_id=ticket.principal.client_id,
            account_name=visitor.account_name,
            scopes=[(scope, provider.scope_descriptions.get(scope, "")) for scope in scopes],
            held_account=await self._held_account(confirmed),
            proof=self._csrf.make(visitor.session, unverified_id),
        )

    async def _held_account(self, confirmed: ConfirmedTicket) -> str | None:
        """The account that is connected already and would serve, if only this client may use it."""
        ticket = confirmed.ticket
        grant = await self._house.vault.grants.find(confirmed.visitor.owner, ticket.connection)
        if grant is None or grant.status != "active" or not grant.scopes >= ticket.scopes:
            return None
        return grant.account_name

    async def _leave(self, visit: Visit, confirmed: ConfirmedTicket, unverified_id: str) -> Response:
        house = self._house
        connection = confirmed.ticket.connection
        if await self._held_account(confirmed) and await trips.agree(house, confirmed):
            return RedirectResponse(house.public_url.at(f"/connect/done/{connection}"), status_code=303)
        try:
            departure = await trips.begin(house, confirmed, unverified_id)
        except ProviderUnreachable as error:
            return await error_page(house, error, back=f"/connect/{unverified_id}")
        except Expired as error:
            raise WrongVisitor("ticket_over", error.sentence) from error
        response = render(house, "onward", title=self._title(confirmed), url=departure.url)
        visit.jar.make_room(response)
        name = visit.jar.names.flow(departure.state_digest)
        visit.jar.set(response, name, departure.flow.reveal(), seconds=trips.TRIP_SECONDS)
        return response

    async def _switch(self, visit: Visit, unverified_id: str) -> Response:
        session = visit.jar.find(visit.jar.names.session)
        if session is not None:
            await self._house.vault.sessions.close(session)
        response = render(self._house, "signed_out", way_in=f"/connect/{unverified_id}/sign-in")
        visit.jar.clear(response, visit.jar.names.session)
        return response

    def _title(self, confirmed: ConfirmedTicket) -> str:
        return self._house.provider(confirmed.ticket.connection).title


def _ticket_of(request: Request) -> str:
    """The id in the path, which has the shape of an id or is refused like any that is not the visitor's."""
    unverified_id: str = request.path_params["ticket"]
    if is_identifier(unverified_id):
        return unverified_id
    raise WrongVisitor("ticket_malformed", "This link cannot be used.")
