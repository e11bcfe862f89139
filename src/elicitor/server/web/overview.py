"""The page without a ticket: who is signed in, what is connected, and which answers are kept.

A client that cannot open links points here. What was answered is not shown; it can be forgotten.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from elicitor.errors import ProviderUnreachable, VaultLocked
from elicitor.server.house import House
from elicitor.server.identity import Visitor
from elicitor.server.web.errors import error_page
from elicitor.server.web.pages import render
from elicitor.server.web.security import CsrfProof, check_same_origin, read_form
from elicitor.server.web.visit import arrive, send_to_sign_in

__all__ = ["OVERVIEW_PATH", "OverviewPage"]

OVERVIEW_PATH = "/connect/"


class OverviewPage:
    """The endpoints at `/connect/`."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._csrf = CsrfProof(house.ring)

    async def show(self, request: Request) -> Response:
        """GET: what the visitor has connected. Sends a stranger to sign in first."""
        visit = await arrive(self._house, request)
        if visit.visitor is None:
            try:
                return await send_to_sign_in(self._house, visit.jar, "")
            except ProviderUnreachable as error:
                return await error_page(self._house, error, back=OVERVIEW_PATH)
        return await self._page(visit.visitor)

    async def forget(self, request: Request) -> Response:
        """POST: forget an answer that was kept. Shows what is left."""
        check_same_origin(request, self._house.public_url)
        posted = await read_form(request)
        visit = await arrive(self._house, request)
        if visit.visitor is None:
            return render(self._house, "signed_out", way_in=OVERVIEW_PATH)
        self._csrf.check(posted.values.get("proof", ""), visit.visitor.session, OVERVIEW_PATH)
        if await self._house.vault.remembered.erase(visit.visitor.owner, posted.values.get("forget", "-")):
            await self._house.reporter.emit("answer_forgotten")
        return await self._page(visit.visitor)

    async def _page(self, visitor: Visitor) -> Response:
        answers = [each.name for each in await self._house.vault.remembered.list(visitor.owner)]
        return render(
            self._house,
            "overview",
            has_form=bool(answers),
            account_name=visitor.account_name,
            rows=[await self._row(name, visitor) for name in sorted(self._house.connections)],
            answers=answers,
            proof=self._csrf.make(visitor.session, OVERVIEW_PATH),
        )

    async def _row(self, name: str, visitor: Visitor) -> tuple[str, str]:
        title = self._house.provider(name).title
        try:
            grant = await self._house.vault.grants.find(visitor.owner, name)
        except VaultLocked:
            return title, "has to be connected again"
        if grant is None:
            return title, "not connected"
        if grant.status != "active":
            return title, "has to be connected again"
        return title, f"connected as {grant.account_name}"
