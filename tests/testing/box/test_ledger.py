"""The ledger: families end together, and old entries are forgotten."""

from __future__ import annotations

from elicitor.testing import ALICE, BOB
from elicitor.testing.box.ledger import AccessToken, Code, Family, Ledger

DAY = 86400


def _family(**changes: object) -> Family:
    facts = {
        "client_id": "app",
        "user": ALICE,
        "scopes": frozenset({"openid"}),
        "resources": (),
        "auth_time": 0,
        "nonce": "",
        **changes,
    }
    return Family(**facts)  # type: ignore[arg-type]


def test_texts_are_found_again_and_others_are_not() -> None:
    """Each shelf has its own texts."""
    ledger = Ledger(lambda: 0)
    family = _family()
    code = ledger.mint_code(Code(family, "http://c/", "x", 60))
    refresh = ledger.mint_refresh_token(family)
    assert ledger.find_code(code) is not None
    assert ledger.find_refresh_token(refresh) is not None
    assert ledger.find_code(refresh) is None
    assert ledger.find_refresh_token(code) is None
    assert ledger.find_access_token(code) is None


def test_an_access_token_lives_with_its_family() -> None:
    """Alive, revoked alone, revoked with the family, expired."""
    now = 100
    ledger = Ledger(lambda: now)
    family = _family()
    token = AccessToken(family, ("http://api/",), frozenset(), expires_at=200)
    ledger.keep_access_token("text", token)
    assert ledger.find_live_access_token("text") is token
    token.revoked = True
    assert ledger.find_live_access_token("text") is None
    token.revoked, family.revoked = False, True
    assert ledger.find_live_access_token("text") is None
    family.revoked, now = False, 200
    assert ledger.find_live_access_token("text") is None
    assert ledger.find_access_token("text") is token


def test_revoking_a_user_ends_each_family_once() -> None:
    """Bob's stays."""
    ledger = Ledger(lambda: 0)
    alices, bobs = _family(), _family(user=BOB)
    for family in (alices, alices, bobs):
        ledger.mint_refresh_token(family)
    ledger.keep_access_token("text", AccessToken(alices, (), frozenset(), 1))
    assert ledger.revoke_user(ALICE) == 1
    assert (alices.revoked, bobs.revoked) == (True, False)
    assert ledger.revoke_user(ALICE) == 0


def test_long_dead_entries_are_forgotten() -> None:
    """A day after they ended, as new ones come; so a long benchmark does not fill the memory."""
    now = 0
    ledger = Ledger(lambda: now)
    old = ledger.mint_code(Code(_family(), "http://c/", "x", expires_at=60))
    ledger.keep_access_token("old", AccessToken(_family(), (), frozenset(), expires_at=60))
    now = DAY + 61
    young = [ledger.mint_code(Code(_family(), "http://c/", "x", now + 60)) for _ in range(300)]
    assert ledger.find_code(old) is None
    assert ledger.find_access_token("old") is None
    assert all(ledger.find_code(code) for code in young)
