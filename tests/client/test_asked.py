"""What a server asked is read strictly, and everything else is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.client.asked import AskedForm, AskedLink, find_required_links, read_asked
from elicitor.errors import PeerBroke

LINK = {"mode": "url", "message": "Sign in", "url": "https://example.com/", "elicitationId": "e-1"}


@pytest.mark.requirement("FORM-14")
@pytest.mark.case("R011")
def test_a_request_without_a_mode_is_a_form() -> None:
    """Even when it brings a link along."""
    asked = read_asked({"message": "Size?", "requestedSchema": {"type": "object"}, "url": "https://example.com/"})
    assert isinstance(asked, AskedForm)
    assert asked.unverified_schema == {"type": "object"}


@pytest.mark.requirement("URL-16")
@pytest.mark.case("R065")
@pytest.mark.parametrize("name", ["e-1", "", "../../etc/passwd", "💡", "e-1\n"])
def test_a_link_keeps_its_id_as_it_came(name: str) -> None:
    """An id is compared, never interpreted; era B has none."""
    asked = read_asked({**LINK, "elicitationId": name})
    assert isinstance(asked, AskedLink)
    assert asked.elicitation_id == name
    assert asked.key == (name or "https://example.com/")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"mode": "voice"}, "ask_mode_unknown"),
        ({"mode": None}, "ask_mode_unknown"),
        ({"message": None}, "ask_malformed"),
        ({"url": 7}, "ask_malformed"),
        ({"elicitationId": 7}, "ask_malformed"),
    ],
)
def test_what_is_no_ask_is_refused(change: dict[str, Any], code: str) -> None:
    """Unchanged it is read."""
    with pytest.raises(PeerBroke) as refused:
        read_asked({**LINK, **change})
    assert refused.value.code == code
    assert isinstance(read_asked(LINK), AskedLink)


@pytest.mark.requirement("ERR-5")
def test_all_links_of_a_refused_call_are_read_once_each() -> None:
    """In order; one that is listed twice counts once."""
    other = {**LINK, "elicitationId": "e-2", "url": "https://example.com/2"}
    links = find_required_links({"elicitations": [LINK, other, LINK]})
    assert links is not None
    assert [link.elicitation_id for link in links] == ["e-1", "e-2"]


@pytest.mark.case("R014", "R057", "R060")
@pytest.mark.parametrize(
    "data",
    [
        None,
        "payment required",
        {},
        {"elicitations": []},
        {"elicitations": "x"},
        {"elicitations": [LINK, {"mode": "form", "message": "m", "requestedSchema": {}}]},
        {"elicitations": [{**LINK, "elicitationId": ""}]},
        {"elicitations": [{key: value for key, value in LINK.items() if key != "mode"}]},
        {"elicitations": [{**LINK, "elicitationId": f"e-{number}"} for number in range(11)]},
        {"accepts": [{"scheme": "exact"}]},
    ],
)
def test_an_error_of_another_kind_is_left_alone(data: object) -> None:
    """Other protocols use the number; forms do not belong there."""
    assert find_required_links(data) is None
    assert find_required_links({"elicitations": [LINK]}) is not None
