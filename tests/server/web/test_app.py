"""What holds for every page: methods, unknown paths, the one host of development."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.identifiers import mint_identifier
from elicitor.testing.stage import Stage

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


async def ask(stage: Stage, method: str, path: str, **headers: str) -> httpx2.Response:
    """One request, nothing followed."""
    async with httpx2.AsyncClient(trust_env=False, base_url=stage.origin) as http:
        return await http.request(method, path, headers=headers)


@pytest.mark.attack("D1")
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PUT", f"/connect/{'a' * 43}", 405),
        ("DELETE", "/connect/signed-in", 405),
        ("POST", "/connect/callback/acme", 405),
        ("OPTIONS", f"/connect/{'a' * 43}", 405),
        ("GET", "/connect/a/b/c", 404),
        ("GET", "/connect/done/nothing", 404),
        ("GET", "/connect/short", 403),
        ("POST", f"/connect/{'a' * 43}", 403),
        ("GET", "/connect/callback/acme", 400),
        ("GET", "/connect/signed-in", 400),
        ("GET", f"/connect/{'a' * 43}", 303),
        ("GET", "/connect/", 303),
        ("GET", "/connect/assets/elicitor.css", 200),
    ],
)
async def test_each_request_gets_its_status_and_the_guarding_headers(
    stage: Stage, method: str, path: str, status: int
) -> None:
    """A page in plain words where it is refused; a HEAD does nothing."""
    reply = await ask(stage, method, path)
    assert reply.status_code == status
    assert "frame-ancestors 'none'" in reply.headers["content-security-policy"]
    assert reply.headers["x-content-type-options"] == "nosniff"
    if status >= 400:
        assert "eference" in reply.text
    head = await ask(stage, "HEAD", path)
    assert head.status_code in {200, 404, 405}


@pytest.mark.attack("F28", "B7")
@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.1", "0.0.0.0:80"])
async def test_in_development_only_our_own_name_is_answered(stage: Stage, host: str) -> None:
    """A page that a foreign name leads to is not shown; ours is."""
    path = f"/connect/{mint_identifier()}"
    assert (await ask(stage, "GET", path, host=host)).status_code == 400
    assert (await ask(stage, "GET", path)).status_code == 303
