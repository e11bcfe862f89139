"""Metadata states the issuer it was asked for and offers S256; it is read now and then, and does not live for ever."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import urlsplit

import anyio
import httpcore2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from elicitor.errors import ElicitorError, ProviderBroke, ProviderUnreachable
from elicitor.oauth.catalogue import github
from elicitor.oauth.http import Http
from elicitor.oauth.metadata import Endpoints, discover
from elicitor.oauth.provider import Provider
from elicitor.testing import Fault, acme_files, run_app, serve
from oauth.issuer import NOW, Host, Issuer
from oauth.tls import Roads, https_server

pytestmark = pytest.mark.anyio

DISCOVERY = "/.well-known/openid-configuration"
OF_RFC_8414 = "/.well-known/oauth-authorization-server"


async def code_of(issuer: Issuer, identifier: str | None = None) -> str:
    """The code with which the metadata is refused."""
    with pytest.raises(ElicitorError) as refused:
        await discover(issuer.http, identifier or issuer.origin)
    return refused.value.code


async def test_endpoints_are_read(issuer: Issuer) -> None:
    """Those that are not stated are absent."""
    found = await discover(issuer.http, issuer.origin)
    origin = issuer.origin
    assert found == Endpoints(origin, f"{origin}/authorize", f"{origin}/token", jwks=f"{origin}/jwks")
    issuer.metadata = {
        "revocation_endpoint": f"{origin}/revoke",
        "userinfo_endpoint": f"{origin}/userinfo",
        "authorization_response_iss_parameter_supported": True,
    }
    found = await discover(issuer.http, issuer.origin)
    assert (found.revocation, found.userinfo) == (f"{origin}/revoke", f"{origin}/userinfo")
    assert found.authorization_response_iss


@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
@pytest.mark.attack("B4", "B5")
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault.FOREIGN_METADATA, "issuer_mismatch"),
        (Fault.PLAIN_PKCE_ONLY, "pkce_downgrade"),
        (Fault.METADATA_500, "provider_unavailable"),
    ],
)
async def test_a_box_that_lies_is_refused_until_it_is_honest(host: Host, fault: Fault, code: str) -> None:
    """Each fault strikes once."""
    async with serve(acme_files()) as box:
        box.misbehave(fault)
        with pytest.raises(ElicitorError) as refused:
            await discover(host.http, box.issuer)
        assert refused.value.code == code
        assert (await discover(host.http, box.issuer)).token == f"{box.issuer}/token"


@pytest.mark.attack("B1", "B4")
@pytest.mark.parametrize(
    "spelling", ["{}/", "{} ", " {}", "{}#", "{}?", "{}/.", "https://elsewhere.example", "", None, 7]
)
async def test_an_issuer_that_is_almost_the_one_is_another(issuer: Issuer, spelling: object) -> None:
    """Byte for byte (RFC 8414 section 3.3)."""
    assert await discover(issuer.http, issuer.origin)
    issuer.metadata = {"issuer": spelling.format(issuer.origin) if isinstance(spelling, str) else spelling}
    assert await code_of(issuer) == "issuer_mismatch"


@pytest.mark.attack("B4")
async def test_the_case_of_an_issuer_counts(issuer: Issuer) -> None:
    """And so does the slash at its end, both ways."""
    issuer.metadata = {"issuer": f"{issuer.origin}/"}
    assert (await discover(issuer.http, f"{issuer.origin}/")).issuer == f"{issuer.origin}/"
    issuer.metadata = {"issuer": f"{issuer.origin}/Tenant"}
    assert (await discover(issuer.http, f"{issuer.origin}/Tenant")).issuer == f"{issuer.origin}/Tenant"
    assert await code_of(issuer, f"{issuer.origin}/tenant") == "issuer_mismatch"


@pytest.mark.attack("B5")
@pytest.mark.parametrize("methods", [["plain"], [], "S256", {"S256": 1}, ["s256"], [["S256"]]])
async def test_pkce_is_not_talked_down(issuer: Issuer, methods: object) -> None:
    """With S256 among others it is taken; many servers say nothing, and get S256 all the same."""
    for good in (["plain", "S256"], None):
        issuer.metadata = {"code_challenge_methods_supported": good}
        assert await discover(issuer.http, issuer.origin)
    issuer.metadata = {"code_challenge_methods_supported": methods}
    assert await code_of(issuer) == "pkce_downgrade"


@pytest.mark.attack("B16")
@pytest.mark.parametrize(
    "name", ["authorization_endpoint", "token_endpoint", "revocation_endpoint", "userinfo_endpoint", "jwks_uri"]
)
@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/hostname",
        "ftp://as.example/",
        "//as.example/",
        "/token",
        "",
        "https://",
        "https:as.example",
        "https://user@as.example/",
        "https://as.example@evil.example/",
        "https://as.example\\@evil.example/",
        "https://as.example/#fragment",
        "https://as.example/ x",
        "https://as.example/\r\nSet-Cookie: a=b",
        "https://as.example/\x00",
        "https://as.example/\u00fc",
        'https://as.example/"onload="',
        "https://[::1",
        ["https://as.example/"],
        True,
    ],
)
async def test_an_endpoint_is_an_address_of_the_web(issuer: Issuer, name: str, address: object) -> None:
    """Whichever it is: some are for browsers, and the others get secrets. An ordinary one is taken."""
    issuer.metadata = {name: "https://as.example:8443/path?tenant=1"}
    assert await discover(issuer.http, issuer.origin)
    issuer.metadata = {name: address}
    assert await code_of(issuer) == "metadata_malformed"


@pytest.mark.attack("B16")
@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "jwks_uri"])
async def test_an_issuer_on_https_has_no_endpoint_on_http(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes and keys would come in clear; on https they are taken."""

    async def resolver(_: str, __: int) -> Sequence[str]:
        return ["8.8.8.8"]

    async with https_server("as.example") as place:
        roads = Roads()
        roads.build(monkeypatch)
        roads.leads = {"8.8.8.8": place.port}
        monkeypatch.setattr(httpcore2, "default_ssl_context", lambda **_: place.trusting)
        http = Http(resolver=resolver)
        stated = {"issuer": "https://as.example", "authorization_endpoint": "https://as.example/a"}
        stated |= {"token_endpoint": "https://as.example/t", "jwks_uri": "https://as.example/k"}
        place.body = json.dumps(stated).encode()
        assert (await discover(http, "https://as.example")).token == "https://as.example/t"
        place.body = json.dumps(stated | {name: "http://as.example/x"}).encode()
        with pytest.raises(ProviderBroke) as refused:
            await discover(http, "https://as.example")
        assert refused.value.code == "metadata_malformed"
        await http.aclose()


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint"])
async def test_two_endpoints_are_needed(issuer: Issuer, name: str) -> None:
    """Without them nothing can be done there."""
    issuer.metadata = {name: None}
    assert await code_of(issuer) == "metadata_malformed"


async def test_both_places_are_looked_at(host: Host) -> None:
    """OpenID Connect's first, then that of RFC 8414, which has the path of the issuer at its end."""
    asked: list[str] = []

    async def answer(request: Request) -> Response:
        asked.append(request.url.path)
        if request.url.path != f"{OF_RFC_8414}/tenant":
            return Response(status_code=404)
        issuer = f"{request.url.scheme}://{request.url.netloc}/tenant"
        return JSONResponse({"issuer": issuer, "authorization_endpoint": issuer, "token_endpoint": issuer})

    async with run_app(Starlette(routes=[Route("/{path:path}", answer)])) as origin:
        assert (await discover(host.http, f"{origin}/tenant")).token == f"{origin}/tenant"
        assert asked == [f"/tenant{DISCOVERY}", f"{OF_RFC_8414}/tenant"]
        with pytest.raises(ProviderBroke) as absent:
            await discover(host.http, f"{origin}/other")
        assert absent.value.code == "metadata_absent"


@pytest.mark.attack("B15")
@pytest.mark.parametrize("status", [500, 503, 429])
async def test_trouble_is_not_absence(issuer: Issuer, status: int) -> None:
    """The second place is not tried, and nothing is concluded."""
    issuer.status = status
    assert await code_of(issuer) == "provider_unavailable"
    assert issuer.asked == [DISCOVERY]


async def test_metadata_is_kept_for_an_hour(issuer: Issuer) -> None:
    """Asked for by many at once, it is read once."""
    async with anyio.create_task_group() as tasks:
        for _ in range(20):
            tasks.start_soon(issuer.cache.get, issuer.origin)
    for seconds, reads in ((3599, 1), (3600, 2), (7199, 2), (7200, 3)):
        issuer.now = NOW + seconds
        await issuer.cache.get(issuer.origin)
        assert issuer.asked.count(DISCOVERY) == reads


@pytest.mark.case("R154")
async def test_a_silent_issuer_is_known_for_a_day(issuer: Issuer) -> None:
    """It is asked each half minute, so that not every call waits for its silence."""
    known = await issuer.cache.get(issuer.origin)
    issuer.status = 503
    for seconds, reads in ((3600, 2), (3601, 2), (3629, 2), (3630, 3), (86_399, 4)):
        issuer.now = NOW + seconds
        assert await issuer.cache.get(issuer.origin) == known
        assert issuer.asked.count(DISCOVERY) == reads
    issuer.now = NOW + 86_400
    with pytest.raises(ProviderUnreachable):
        await issuer.cache.get(issuer.origin)
    issuer.status = 200
    assert await issuer.cache.get(issuer.origin) == known


@pytest.mark.attack("B4")
async def test_a_lying_issuer_is_not_known_any_longer(issuer: Issuer) -> None:
    """Silence may be an accident; another name is none."""
    await issuer.cache.get(issuer.origin)
    issuer.metadata, issuer.now = {"issuer": "https://elsewhere.example"}, NOW + 3600
    with pytest.raises(ProviderBroke):
        await issuer.cache.get(issuer.origin)
    issuer.metadata = {}
    assert await issuer.cache.get(issuer.origin)


@pytest.mark.attack("B19")
async def test_metadata_does_not_live_for_ever_when_the_clock_is_set_back(issuer: Issuer) -> None:
    """It was read in what is now the future: it is read again, and does not serve in silence."""
    issuer.now = NOW + 10**8
    await issuer.cache.get(issuer.origin)
    issuer.now, issuer.status = NOW, 500
    with pytest.raises(ProviderUnreachable):
        await issuer.cache.get(issuer.origin)
    issuer.status, issuer.metadata = 200, {"token_endpoint": f"{issuer.origin}/new"}
    assert (await issuer.cache.get(issuer.origin)).token == f"{issuer.origin}/new"


async def test_a_provider_has_its_endpoints_one_way_or_the_other(issuer: Issuer) -> None:
    """Discovered, or those of the catalogue."""
    discovered = await issuer.cache.endpoints(Provider("acme", "Acme", "me", None, issuer=issuer.origin))
    assert discovered == await issuer.cache.get(issuer.origin)
    fixed = await issuer.cache.endpoints(github("id", "secret"))
    assert urlsplit(fixed.token).hostname == "github.com"


class Homeless:
    """A provider of somebody's own making, with neither."""

    issuer = None
    fixed_endpoints = None


async def test_a_provider_without_any_is_broken(issuer: Issuer) -> None:
    """It is said, not guessed."""
    with pytest.raises(ProviderBroke) as refused:
        await issuer.cache.endpoints(Homeless())
    assert refused.value.code == "metadata_absent"
