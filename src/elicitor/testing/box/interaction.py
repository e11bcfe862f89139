"""From a valid request to a code: what a person still has to do, as an ordered list of checks.

`next_step` is asked again after each form, and the first check that finds something to do decides. With
`prompt=none` nothing may be shown, so the same finding becomes an error (OpenID Connect Core section
3.1.2.6).
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from elicitor.testing.box.callback import send_back
from elicitor.testing.box.faults import Fault, Place
from elicitor.testing.box.ledger import Code, Family
from elicitor.testing.box.look import page, refusal
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.people import User
from elicitor.testing.box.visits import Interaction, Session, set_session_cookie
from elicitor.testing.box.wire import Fields, OAuthError, read_fields

__all__ = ["consent", "interaction", "login", "next_step"]

_GONE = "This page is over. Go back to the application and start again."


def next_step(box: Parts, waiting: Interaction, session: Session) -> Response:
    """Show what a person has to do, or send them back with a code."""
    asked = waiting.asked
    user = session.user
    if user is None or _must_sign_in_again(box, waiting, session):
        if "none" in asked.prompt:
            return _finish(box, waiting, OAuthError("login_required", "Nobody is signed in."))
        return _login_page(box, waiting, session)
    if _must_consent(box, waiting, user):
        if "none" in asked.prompt:
            return _finish(box, waiting, OAuthError("consent_required", "The person has to agree."))
        return _consent_page(box, waiting, user)
    return _grant(box, waiting, session, user, frozenset(asked.scopes))


async def interaction(box: Parts, request: Request) -> Response:
    """`GET /interaction/{id}`: where the person is sent after signing in."""
    session = box.visits.find_session(request, box.issuer)
    waiting = box.visits.find_interaction(request.path_params["id"], session)
    if waiting is None or session is None:
        return refusal(box, _GONE)
    return next_step(box, waiting, session)


async def login(box: Parts, request: Request) -> Response:
    """`POST /login`: somebody says who they are."""
    try:
        session, waiting, fields = await _answered(box, request)
        user = box.settings.find_user(fields.load("user"))
    except OAuthError as error:
        return refusal(box, error.description, error.status)
    if user is None:
        return refusal(box, "There is no such user here.")
    fresh = box.visits.sign_in(session, user)
    waiting.session_id = fresh.id
    waiting.signed_in_here = True
    response = RedirectResponse(f"/interaction/{waiting.id}", 303, headers={"Cache-Control": "no-store"})
    set_session_cookie(response, fresh, box.issuer)
    return response


async def consent(box: Parts, request: Request) -> Response:
    """`POST /consent`: the person allows, denies, or wants to be somebody else."""
    try:
        session, waiting, fields = await _answered(box, request)
        decision = fields.load("decision")
    except OAuthError as error:
        return refusal(box, error.description, error.status)
    if session.user is None:
        return refusal(box, _GONE)
    if decision == "switch":
        return _login_page(box, waiting, session)
    if decision != "allow":
        return _finish(box, waiting, OAuthError("access_denied", "The person said no."))
    asked = frozenset(waiting.asked.scopes)
    granted = (asked & frozenset(fields.all("scope"))) | (asked & {"openid"})
    if box.settings.auto_approve:
        box.consents[session.user.sub, waiting.asked.client.client_id] = granted
    return _grant(box, waiting, session, session.user, granted)


async def _answered(box: Parts, request: Request) -> tuple[Session, Interaction, Fields]:
    origin = request.headers.get("origin")
    if origin not in {None, box.issuer}:
        raise OAuthError("invalid_request", "This form was not sent from this server's own page.", 403)
    fields = await read_fields(request)
    session = box.visits.find_session(request, box.issuer)
    waiting = box.visits.find_interaction(fields.load("interaction"), session)
    if session is None or waiting is None:
        raise OAuthError("invalid_request", _GONE)
    return session, waiting, fields


def _must_sign_in_again(box: Parts, waiting: Interaction, session: Session) -> bool:
    if waiting.signed_in_here:
        return False
    if waiting.asked.prompt & {"login", "select_account"}:
        return True
    max_age = waiting.asked.max_age
    return max_age is not None and box.settings.clock() - session.auth_time > max_age


def _must_consent(box: Parts, waiting: Interaction, user: User) -> bool:
    if not box.settings.auto_approve or "consent" in waiting.asked.prompt:
        return True
    agreed = box.consents.get((user.sub, waiting.asked.client.client_id))
    return agreed is None or not frozenset(waiting.asked.scopes) <= agreed


def _login_page(box: Parts, waiting: Interaction, session: Session) -> Response:
    hinted = box.settings.find_user(waiting.asked.login_hint)
    chosen = hinted or session.user or box.settings.users[0]
    return page(
        box,
        "login",
        client=waiting.asked.client.title,
        interaction=waiting.id,
        users=box.settings.users,
        chosen=chosen.login,
    )


def _consent_page(box: Parts, waiting: Interaction, user: User) -> Response:
    asked = waiting.asked
    return page(
        box,
        "consent",
        client=asked.client.title,
        interaction=waiting.id,
        user=user,
        scopes=[(scope, box.settings.scopes[scope]) for scope in asked.scopes],
        resources=asked.resources,
        return_to=asked.redirect_uri.split("?")[0],
    )


def _grant(box: Parts, waiting: Interaction, session: Session, user: User, scopes: frozenset[str]) -> Response:
    asked = waiting.asked
    family = Family(
        client_id=asked.client.client_id,
        user=_other_user(box, user) if box.mishaps.take(Place.PERSON) is Fault.OTHER_SUBJECT else user,
        scopes=scopes,
        resources=asked.resources,
        auth_time=session.auth_time,
        nonce=asked.nonce,
    )
    expires_at = box.settings.clock() + box.settings.code_lifetime
    code = box.ledger.mint_code(Code(family, asked.redirect_uri, asked.challenge, expires_at))
    box.visits.end(waiting)
    return send_back(box, asked.redirect_uri, asked.state, code=code)


def _finish(box: Parts, waiting: Interaction, error: OAuthError) -> Response:
    box.visits.end(waiting)
    return send_back(box, waiting.asked.redirect_uri, waiting.asked.state, error=error)


def _other_user(box: Parts, user: User) -> User:
    return next((other for other in box.settings.users if other.sub != user.sub), user)
