"""CSP form-action. Chromium is asked about the same in test_against_chromium.py."""

from __future__ import annotations

import pytest

from elicitor.testing.browser import Blocked
from elicitor.testing.browser.address import parse_address
from elicitor.testing.browser.form_action import check_form_action, form_action_lists

PAGE = parse_address("http://127.0.0.1:1/page")


def _allows(policy: str, *chain: str) -> bool:
    try:
        check_form_action(form_action_lists([policy]), PAGE, [parse_address(text) for text in chain])
    except Blocked:
        return False
    return True


@pytest.mark.parametrize(
    ("policy", "target", "allowed"),
    [
        ("", "http://localhost:1/", True),
        ("default-src 'none'", "http://localhost:1/", True),
        ("form-action", "http://127.0.0.1:1/", False),
        ("form-action 'none'", "http://127.0.0.1:1/", False),
        ("form-action 'self'", "http://127.0.0.1:1/x", True),
        ("form-action 'self'", "http://127.0.0.1:2/x", False),
        ("FORM-ACTION 'SELF'", "http://127.0.0.1:1/x", True),
        ("form-action 'self'; form-action *", "http://localhost:1/", False),
        ("form-action 'self' http://localhost:1", "http://localhost:1/x", True),
        ("form-action http://localhost", "http://localhost/", True),
        ("form-action http://localhost", "http://localhost:1/", False),
        ("form-action http://localhost:*", "http://localhost:1/", True),
        ("form-action localhost:1", "http://localhost:1/", True),
        ("form-action http://localhost:1", "https://localhost:1/", True),
        ("form-action https://localhost:1", "http://localhost:1/", False),
        ("form-action https:", "http://localhost:1/", False),
        ("form-action http:", "https://localhost:1/", True),
        ("form-action http://*.localhost:1", "http://a.localhost:1/", True),
        ("form-action http://*.localhost:1", "http://localhost:1/", False),
        ("form-action http://*:1", "http://localhost:1/", True),
        ("form-action http://localhost:1/a", "http://localhost:1/a", True),
        ("form-action http://localhost:1/a", "http://localhost:1/ab", False),
        ("form-action http://localhost:1/a/", "http://localhost:1/a/b", True),
        ("form-action 'unsafe-inline'", "http://127.0.0.1:1/", False),
        ("form-action *, form-action 'self'", "http://localhost:1/", False),
    ],
)
def test_sources(policy: str, target: str, allowed: bool) -> None:
    """CSP3 section 6.7.2.8, and all policies must agree."""
    assert _allows(policy, target) is allowed


def test_redirects_are_checked_too() -> None:
    """The hop away is what Chromium stops (w3c/webappsec-csp issue 8); its honest twin stays at home."""
    assert not _allows("form-action 'self'", "http://127.0.0.1:1/", "http://localhost:1/")
    assert _allows("form-action 'self'", "http://127.0.0.1:1/", "http://127.0.0.1:1/done")


def test_paths_do_not_count_after_a_redirect() -> None:
    """Otherwise a page could learn where it was redirected."""
    assert _allows("form-action http://localhost:1/a", "http://localhost:1/a", "http://localhost:1/b")


def test_the_error_says_which_hop() -> None:
    """For the one who reads the failed test."""
    lists = form_action_lists(["form-action 'self'"])
    with pytest.raises(Blocked) as caught:
        check_form_action(lists, PAGE, [PAGE, parse_address("http://localhost:1/secret?code=1")])
    assert caught.value.code == "form_action_blocked"
    assert caught.value.evidence["hop"] == 1
    assert "code" not in str(caught.value.evidence)
