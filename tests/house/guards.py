"""The guards of the house, and how each is switched off. For one test only: the product has no such switches."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import Environment, PackageLoader

from elicitor.errors import Expired
from elicitor.oauth import authorize
from elicitor.secret import Secret
from elicitor.server import gate, identity, trips
from elicitor.server.account import Account
from elicitor.server.web import app, connect, pages
from elicitor.server.web.security import CsrfProof
from elicitor.vault import attempts, grants

Patch = pytest.MonkeyPatch


def owner_on_the_page(patch: Patch) -> None:
    """Whoever opens a link is taken for its owner."""
    patch.setattr(connect, "confirm", lambda t, v, _: identity.ConfirmedTicket(t, v, identity._PROOF))


def owner_in_the_database(patch: Patch) -> None:
    """A trip may be made for one person's ticket by another."""
    for room in (attempts, grants):
        patch.setattr(room, "require_same_errand", lambda *_: None)


def same_origin(patch: Patch) -> None:
    """Forms of other sites are taken."""
    patch.setattr(connect, "check_same_origin", lambda *_: None)


def csrf_proof(patch: Patch) -> None:
    """Any proof is good."""
    patch.setattr(CsrfProof, "check", lambda *_: None)


def flow_cookie(patch: Patch) -> None:
    """A trip may end in any browser."""
    patch.setattr(trips, "_same", lambda *_: True)


def person_at_the_return(patch: Patch) -> None:
    """A trip may end with any person."""

    async def anybody(house: Any, unverified: trips.Return) -> Any:
        (state,) = [value for name, value in unverified.query if name == "state"]
        attempt = await house.vault.attempts.find(state)
        if attempt is None or not trips._same(unverified.flow, attempt.flow):
            raise Expired("no_flow", "No.")
        return attempt

    patch.setattr(trips, "_attempt_of_this_browser", anybody)


def issuer_of_the_answer(patch: Patch) -> None:
    """Whoever answers is believed."""
    patch.setattr(trips, "validate_callback", lambda query, **_: _believed(dict(query)["code"]))


def _believed(code: str) -> authorize.ValidCallback:
    return authorize.ValidCallback(Secret(code), authorize._PROOF)


def look_for_a_taken_trip(patch: Patch) -> None:
    """Nobody looks whether a trip is over before it is taken."""

    async def never_taken(*_: Any) -> None: ...

    patch.setattr(trips, "_refuse_if_taken", never_taken)


def client_of_the_grant(patch: Patch) -> None:
    """A grant serves every client of its person."""
    patch.setattr(gate, "_serves", lambda grant, _, need: grant.status == "active" and grant.scopes >= need.scopes)


def scopes_of_the_grant(patch: Patch) -> None:
    """A grant serves every scope."""
    patch.setattr(gate, "_serves", lambda grant, *_: grant.status == "active")


def origin_of_the_account(patch: Patch) -> None:
    """The token goes anywhere."""
    patch.setattr(Account, "_check_origin", lambda *_: None)


def escaping(patch: Patch) -> None:
    """Words are taken for markup."""
    loose = Environment(loader=PackageLoader("elicitor.server.web"), autoescape=False)
    patch.setattr(pages, "_environment", lambda: loose)


def host_in_development(patch: Patch) -> None:
    """Pages answer to any name."""
    patch.setattr(app, "_check_host", lambda *_: None)
