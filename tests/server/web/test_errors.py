"""The door where an error becomes a page with a reference."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from elicitor.errors import ElicitorError, Expired, ProviderSaidNo, ProviderUnreachable, Refused, WrongVisitor
from elicitor.protocol.link import validate_public_url
from elicitor.server.web.errors import error_page, with_error_door

pytestmark = pytest.mark.anyio


class Told:
    """A reporter that remembers."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    async def emit(self, code: str, **facts: Any) -> None:
        """As the reporter's."""
        self.events.append({"code": code, **facts})


def a_house() -> Any:
    """So much of a house as the door needs."""
    return SimpleNamespace(
        name="Files", public_url=validate_public_url("https://mcp.example.com", None), development=None, reporter=Told()
    )


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Refused("csrf", "Out of date."), 403),
        (Refused("body_too_large", "Too much."), 413),
        (Expired("no_flow", "No trip."), 400),
        (Expired("trip_over", "Over."), 410),
        (ProviderSaidNo("provider_refused", "They said no.", error="access_denied", final=False), 400),
        (ProviderUnreachable("provider_timeout", "Silent."), 503),
    ],
)
@pytest.mark.case("R132")
async def test_each_error_has_its_page_status_and_record(error: ElicitorError, status: int) -> None:
    """The page shows the sentence and the reference under which the code is written down; never 401."""
    house = a_house()
    page = await error_page(house, error, back="/connect/x")
    html = bytes(page.body).decode()
    (event,) = house.reporter.events
    assert (page.status_code, event["code"]) == (status, error.code)
    assert error.sentence in html
    assert event["reference"] in html
    assert 'href="/connect/x"' in html


@pytest.mark.attack("C2")
async def test_every_wrong_visitor_sees_the_same() -> None:
    """But for the reference."""
    pages = set()
    for code in ("ticket_absent", "wrong_user", "ticket_over", "ticket_malformed"):
        house = a_house()
        page = await error_page(house, WrongVisitor(code, f"About {code}."))
        pages.add((page.status_code, bytes(page.body).decode().replace(house.reporter.events[0]["reference"], "")))
    assert len(pages) == 1


async def test_a_crash_shows_nothing_of_itself(caplog: pytest.LogCaptureFixture) -> None:
    """It is in the log, under the reference; a page that works is left alone."""
    house = a_house()

    async def crash(_: Request) -> Response:
        raise RuntimeError("secret detail")

    async def fine(_: Request) -> Response:
        return Response("fine")

    request = Request({"type": "http", "method": "GET", "path": "/", "headers": []})
    with caplog.at_level(logging.CRITICAL):
        page = await with_error_door(house, crash)(request)
    assert page.status_code == 500
    assert b"secret detail" not in bytes(page.body)
    assert house.reporter.events[0]["code"] == "page_crashed"
    assert (await with_error_door(house, fine)(request)).body == b"fine"
