"""Sessions and waiting requests."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response

from elicitor.testing import ALICE, Client
from elicitor.testing.box.visits import Asked, Session, Visits, cookie_name, set_session_cookie

ISSUER = "http://127.0.0.1:4444"
ASKED = Asked(
    client=Client("app", ()),
    redirect_uri="http://c/cb",
    state=None,
    scopes=(),
    resources=(),
    challenge="",
    nonce="",
    prompt=frozenset(),
    login_hint="",
    max_age=None,
)


def _request(cookie: str) -> Request:
    return Request({"type": "http", "headers": [(b"cookie", cookie.encode())]})


def _from(session: Session) -> Request:
    return _request(f"{cookie_name(ISSUER)}={session.id}")


def test_the_cookie_is_named_by_port() -> None:
    """Browsers send loopback cookies to every port."""
    assert cookie_name("http://127.0.0.1:4444") != cookie_name("http://127.0.0.1:5555")
    assert cookie_name("https://example.test") == "box_session_443"


def test_a_session_is_found_by_its_cookie_only() -> None:
    """Ids that were never opened are not adopted."""
    visits = Visits(lambda: 0)
    session = visits.open_session()
    assert visits.find_session(_from(session), ISSUER) is session
    assert visits.find_session(_request(f"{cookie_name(ISSUER)}=planted"), ISSUER) is None
    assert visits.find_session(_request(f"box_session_5555={session.id}"), ISSUER) is None
    assert visits.find_session(_request(""), ISSUER) is None


def test_signing_in_makes_a_new_session() -> None:
    """And the old id is dead."""
    visits = Visits(lambda: 77)
    before = visits.open_session()
    after = visits.sign_in(before, ALICE)
    assert (after.user, after.auth_time) == (ALICE, 77)
    assert after.id != before.id
    assert visits.find_session(_from(before), ISSUER) is None


def test_a_waiting_request_belongs_to_its_session() -> None:
    """Another session, or none, does not get it; once ended nobody does."""
    visits = Visits(lambda: 0)
    mine, other = visits.open_session(), visits.open_session()
    waiting = visits.begin(ASKED, mine)
    assert visits.find_interaction(waiting.id, mine) is waiting
    assert visits.find_interaction(waiting.id, other) is None
    assert visits.find_interaction(waiting.id, None) is None
    assert visits.find_interaction("unknown", mine) is None
    visits.end(waiting)
    assert visits.find_interaction(waiting.id, mine) is None


def test_the_oldest_are_forgotten() -> None:
    """Memory stays bounded in a long benchmark."""
    visits = Visits(lambda: 0)
    first = visits.open_session()
    for _ in range(5000):
        last = visits.open_session()
    assert visits.find_session(_from(first), ISSUER) is None
    assert visits.find_session(_from(last), ISSUER) is last


@pytest.mark.parametrize(("issuer", "secure"), [(ISSUER, False), ("https://box.example.test", True)])
def test_the_cookie_is_lax_and_not_for_scripts(issuer: str, secure: bool) -> None:
    """Lax, since people are sent here from the clients' sites."""
    response = Response()
    set_session_cookie(response, Session("id"), issuer)
    text = response.headers["set-cookie"]
    assert "HttpOnly" in text
    assert "SameSite=lax" in text
    assert ("Secure" in text) is secure
