"""Rules look at an ask before any person does."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.client.asker import Asker
from elicitor.client.policy import (
    Allow,
    Ask,
    Pace,
    Policy,
    Refuse,
    Subject,
    no_forms_from,
    no_links_from,
    only_origins,
)
from elicitor.errors import Misuse
from elicitor.protocol.forms import read_form
from elicitor.protocol.links import inspect_link

ACME = Asker("Acme files", "https://mcp.example.com", is_remote=True)
GAMES = Asker("Games", "https://games.example.com", is_remote=True)


def link(url: str = "https://accounts.example.com/x", asker: Asker = ACME) -> Subject:
    """A link is asked for."""
    return Subject(asker, link=inspect_link(url))


def form(asker: Asker = ACME) -> Subject:
    """A form is asked for."""
    return Subject(asker, form=read_form({"type": "object", "properties": {"x": {"type": "string"}}}))


def test_the_first_refusal_counts_and_cautions_add_up() -> None:
    """Allow ends the rules; None says nothing."""
    no = Refuse("no", "No.")
    cases: list[tuple[list[Any], Any]] = [
        ([], ()),
        ([None, None], ()),
        ([Ask("a"), None, Ask("b")], ("a", "b")),
        ([Ask("a"), no, Ask("b")], no),
        ([Ask("a"), Allow(), no], ("a",)),
    ]
    for verdicts, expected in cases:
        policy = Policy(rules=[lambda _, verdict=verdict: verdict for verdict in verdicts])
        assert policy.judge(link()) == expected


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://accounts.example.com/x", True),
        ("https://accounts.example.com/", True),
        ("https://accounts.example.com.evil.example/x", False),
        ("https://accounts.example.com:8443/x", False),
        ("http://accounts.example.com/x", False),
    ],
)
def test_only_origins_goes_by_the_whole_origin(url: str, allowed: bool) -> None:
    """And says nothing of forms."""
    rule = only_origins("https://accounts.example.com")
    assert (rule(link(url)) is None) is allowed
    assert rule(form()) is None


def test_servers_are_meant_by_the_name_their_user_gave_them() -> None:
    """Others are not touched, nor the other kind of ask."""
    for rule, meant, other in (
        (no_forms_from("Games"), form(GAMES), link(asker=GAMES)),
        (no_links_from("Games"), link(asker=GAMES), form(GAMES)),
    ):
        assert isinstance(rule(meant), Refuse)
        assert rule(other) is None
    assert no_forms_from("Games")(form()) is None
    assert no_links_from("Games")(link()) is None


def test_nonsense_is_refused() -> None:
    """By name; what makes sense is taken."""
    for make in (
        lambda: Policy(patience=0),
        lambda: Policy(rounds=0),
        lambda: Pace(waiting=0),
        lambda: Pace(per_minute=0),
        lambda: Pace(pause=0),
        lambda: Pace(pause=10, longest_pause=1),
    ):
        with pytest.raises(Misuse):
            make()
    assert (
        Policy(patience=1, rounds=1, pace=Pace(waiting=1, per_minute=1, pause=1, longest_pause=1)).judge(form()) == ()
    )
