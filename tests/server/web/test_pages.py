"""Templates escape what they are given, and miss nothing silently."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import UndefinedError

from elicitor.protocol.forms import read_form
from elicitor.protocol.forms.sheet import read_sheet, rows_of
from elicitor.protocol.link import validate_public_url
from elicitor.server.web.pages import render, stylesheet

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'{{7*7}}"
HOUSE: Any = SimpleNamespace(
    name=HOSTILE, public_url=validate_public_url("https://mcp.example.com/files", None), development=None
)
FORM = read_form(
    {
        "type": "object",
        "properties": {
            HOSTILE: {"type": "string", "title": HOSTILE, "description": HOSTILE, "default": HOSTILE},
            "a": {"type": "string", "oneOf": [{"const": HOSTILE, "title": HOSTILE}]},
            "b": {"type": "string", "enum": [HOSTILE, "2", "3", "4", "5", "6"]},
            "c": {"type": "array", "items": {"type": "string", "enum": [HOSTILE]}},
            "d": {"type": "integer", "title": HOSTILE},
        },
    }
)
ROWS = rows_of(FORM, read_sheet(FORM, {f"field-{place}": [HOSTILE] for place in range(5)}))
QUESTION = {
    "ticket": "t",
    "lines": [HOSTILE],
    "rows": ROWS,
    "amiss": ROWS,
    "client_name": HOSTILE,
    "client_id": HOSTILE,
    "account_name": HOSTILE,
    "proof": HOSTILE,
}


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
        ("done", {"title": HOSTILE, "linked_account": HOSTILE, "partly": True}),
        ("declined", {"title": HOSTILE}),
        ("busy", {"title": HOSTILE}),
        ("signed_out", {"way_in": HOSTILE}),
        ("not_yours", {"reference": HOSTILE}),
        ("error", {"title": HOSTILE, "sentence": HOSTILE, "reference": HOSTILE, "back": HOSTILE}),
        ("overview", {"account_name": HOSTILE, "rows": [(HOSTILE, HOSTILE)], "answers": [HOSTILE], "proof": HOSTILE}),
        ("question", QUESTION),
        ("answered", {}),
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
