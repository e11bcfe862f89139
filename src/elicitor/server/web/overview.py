"""The page without a ticket: who is signed in, and what is connected. A client that cannot open links points here."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from elicitor.errors import ProviderUnreachable, VaultLocked
from elicitor.server.house import House
from elicitor.server.identity import Visitor
from elicitor.server.web.errors import error_page
from elicitor.server.web.pages import render
from elicitor.server.web.visit import arrive, send_to_sign_in

__all__ = ["OVERVIEW_PATH", "OverviewPage"]

OVERVIEW_PATH = "/connect/"


class OverviewPage:
    """The endpoint `/connect/`. It changes nothing."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def show(self, request: Request) -> Response:
        """GET: what the visitor has connected. Sends a stranger to sign in first."""
        visit = await arrive(self._house, request)
        if visit.visitor is None:
            try:
                return await send_to_sign_in(self._house, visit.jar, "")
            except ProviderUnreachable as error:
                return await error_page(self._house, error, back=OVERVIEW_PATH)
        rows = [await self._row(name, visit.visitor) for name in sorted(self._house.connections)]
        return render(self._house, "overview", account_name=visit.visitor.account_name, rows=rows)

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
