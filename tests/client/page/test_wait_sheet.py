"""Waiting on the page: the links that are open, and two buttons."""

from __future__ import annotations

import pytest

from elicitor.client.asker import Asker
from elicitor.client.page.app import _environment
from elicitor.client.page.wait_sheet import WaitSheet
from elicitor.client.person import Done, OpenLink, Waiting
from elicitor.protocol.answers import Cancelled
from elicitor.protocol.links import inspect_link
from elicitor.protocol.plain import ServerText

ACME = Asker("Acme", "https://mcp.example.com", is_remote=True)


def sheet(*numbers: int, again: bool = False) -> WaitSheet:
    """Waiting for links of one server."""
    links = tuple(
        OpenLink(
            inspect_link(f"https://mcp.example.com/connect/{number}", server_origin=ACME.origin),
            ServerText(f"Account <b>{number}</b>"),
            opened=True,
        )
        for number in numbers
    )
    return WaitSheet(Waiting(ACME, links, 120, again=again))


def html(one: WaitSheet) -> str:
    """As the browser gets it."""
    return _environment().get_template(f"{one.template}.html").render(secret="s", **one.facts)


@pytest.mark.requirement("URL-13")
def test_two_links_say_what_each_is_for() -> None:
    """In the server's words, which stay words; one link needs none."""
    both, alone = html(sheet(1, 2)), html(sheet(1))
    for number in (1, 2):
        assert f"Account &lt;b&gt;{number}&lt;/b&gt;" in both
        assert f'href="https://mcp.example.com/connect/{number}"' in both
    assert both.index("Account &lt;b&gt;1") < both.index("/connect/1") < both.index("Account &lt;b&gt;2")
    assert "Account" not in alone
    assert "/connect/1" in alone
    assert "up to 2 minutes" in alone


def test_not_yet_is_said() -> None:
    """Only where it is so."""
    assert "Not yet." in html(sheet(1, again=True))
    assert "Not yet." not in html(sheet(1))


@pytest.mark.requirement("UI-6")
def test_two_buttons_and_nothing_else_end_it() -> None:
    """Each with a last page of its own."""
    one = sheet(1)
    assert one.act("done", {}) == Done()
    assert one.act("stop", {}) == Cancelled()
    assert one.act("open", {}) is None
    titles = {one.closing(answer)["title"] for answer in (Done(), Cancelled(), None)}
    assert titles == {"Acme is asked", "No longer waiting", "Done"}
