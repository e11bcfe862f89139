"""Templates escape what they are given, and miss nothing silently."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import UndefinedError

from elicitor.protocol.link import validate_public_url
from elicitor.server.web.pages import render, stylesheet

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'{{7*7}}"
HOUSE: Any = SimpleNamespace(
    name=HOSTILE, public_url=validate_public_url("https://mcp.example.com/files", None), development=None
)


@pytest.mark.attack("D4")
@pytest.mark.case("R112")
@pytest.mark.parametrize(
    ("page", "facts"),
    [
        (
            "connect",
            {
                "ticket": "t",
                "title": HOSTILE,
                "client_name": HOSTILE,
                "client_id": HOSTILE,
                "account_name": HOSTILE,
                "scopes": [(HOSTILE, HOSTILE), (HOSTILE, "")],
                "held_account": HOSTILE,
                "proof": HOSTILE,
            },
        ),
        ("onward", {"title": HOSTILE, "url": HOSTILE}),
        ("done", {"title": HOSTILE, "linked_account": HOSTILE}),
        ("declined", {"title": HOSTILE}),
        ("busy", {"title": HOSTILE}),
        ("signed_out", {"way_in": HOSTILE}),
        ("not_yours", {"reference": HOSTILE}),
        ("error", {"title": HOSTILE, "sentence": HOSTILE, "reference": HOSTILE, "back": HOSTILE}),
        ("overview", {"account_name": HOSTILE, "rows": [(HOSTILE, HOSTILE)]}),
    ],
)
def test_no_text_becomes_markup(page: str, facts: dict[str, Any]) -> None:
    """On any page, in any place; the style sheet is found under the prefix."""
    html = bytes(render(HOUSE, page, **facts).body).decode()
    assert "<script" not in html
    assert "<img" not in html
    assert "49" not in html.partition("</head>")[2]
    assert 'href="/files/connect/assets/elicitor.css"' in html


def test_a_fact_that_is_missing_is_an_error() -> None:
    """And not an empty place."""
    with pytest.raises(UndefinedError):
        render(HOUSE, "done", title="x")


def test_only_pages_with_a_form_keep_their_origin() -> None:
    """Others send no referrer at all."""
    assert render(HOUSE, "busy", title="x", has_form=True).headers["referrer-policy"] == "same-origin"
    assert "referrer-policy" not in render(HOUSE, "busy", title="x").headers
    assert b"prefers-color-scheme: dark" in stylesheet()
