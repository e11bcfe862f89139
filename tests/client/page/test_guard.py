"""Only the same user's browser, on our own page, gets through."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from starlette.responses import PlainTextResponse

from elicitor.client.page.guard import Guard

pytestmark = pytest.mark.anyio

HOST = "127.0.0.1:4000"
OWN = {"Host": HOST, "Sec-Fetch-Site": "same-origin", "Origin": f"http://{HOST}"}


async def ask(method: str, headers: dict[str, str], *, same_user: bool = True) -> httpx2.Response:
    """Send a request through a guard."""

    async def page(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse("the page")(scope, receive, send)

    guard = Guard(page, 4000, lambda _: same_user)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(guard), base_url=f"http://{HOST}") as client:
        return await client.request(method, "/", headers=headers)


async def test_the_persons_own_browser_gets_through() -> None:
    """Sent by another program first, from our page afterwards; browsers without fetch metadata by their origin."""
    assert (await ask("GET", {"Host": HOST, "Sec-Fetch-Site": "none"})).text == "the page"
    assert (await ask("GET", {"Host": HOST})).text == "the page"
    assert (await ask("POST", OWN)).text == "the page"
    assert (await ask("POST", {"Host": HOST, "Origin": f"http://{HOST}"})).text == "the page"


@pytest.mark.attack("F30")
async def test_another_user_of_the_machine_is_refused() -> None:
    """Before anything else is looked at."""
    assert (await ask("GET", {"Host": HOST}, same_user=False)).status_code == 403


@pytest.mark.attack("F28")
@pytest.mark.parametrize(
    "host",
    [
        "evil.example:4000",
        "localhost:4000",
        "localhost.:4000",
        "0.0.0.0:4000",
        "127.0.0.1",
        "127.0.0.1:80",
        "[::1]:4000",
    ],
)
async def test_another_name_of_this_address_is_refused(host: str) -> None:
    """One name is served; it is the one we sent the browser to."""
    assert (await ask("GET", {"Host": host})).status_code == 421
    assert (await ask("POST", {**OWN, "Host": host})).status_code == 421


@pytest.mark.attack("F27")
@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", {"Sec-Fetch-Site": "cross-site"}),
        ("POST", {"Sec-Fetch-Site": "same-site"}),
        ("POST", {"Sec-Fetch-Site": "none"}),
        ("POST", {"Origin": "https://evil.example"}),
        ("POST", {"Origin": "null"}),
        ("POST", {}),
        ("GET", {"Sec-Fetch-Site": "cross-site"}),
        ("GET", {"Sec-Fetch-Site": "same-site"}),
    ],
)
async def test_another_sites_page_is_refused(method: str, headers: dict[str, str]) -> None:
    """Neither its forms nor its links arrive."""
    assert (await ask(method, {"Host": HOST, **headers})).status_code == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"])
async def test_other_methods_are_refused(method: str) -> None:
    """There is nothing for them here."""
    assert (await ask(method, OWN)).status_code == 405


async def test_every_response_carries_the_headers() -> None:
    """Refusals too; no script, no frame, nothing from elsewhere."""
    for response in (await ask("GET", {"Host": HOST}), await ask("GET", {"Host": "evil.example"})):
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script" not in policy
        assert "frame-ancestors 'none'" in policy
        assert response.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in response.headers
