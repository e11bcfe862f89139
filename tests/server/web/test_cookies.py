"""Our cookies: their names, their attributes, and how they are read."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response

from elicitor import development_http
from elicitor.errors import Refused
from elicitor.protocol.link import PublicUrl, validate_public_url
from elicitor.server.web.cookies import CookieJar, CookieNames

HTTPS = validate_public_url("https://mcp.example.com", None)


def request(*cookies: str) -> Request:
    """A request with these Cookie headers."""
    headers = [(b"cookie", cookie.encode()) for cookie in cookies]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers})


def jar(*cookies: str, public_url: PublicUrl = HTTPS) -> CookieJar:
    """The jar of such a request."""
    return CookieJar(request(*cookies), public_url)


@pytest.mark.attack("A5", "D8")
def test_over_https_names_are_bound_to_the_host() -> None:
    """And every cookie is Secure, HttpOnly, Lax, for the whole host."""
    mine = jar()
    response = Response()
    mine.set(response, mine.names.session, "x")
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-elicitor-session=x")
    for attribute in ("Secure", "HttpOnly", "SameSite=lax", "Path=/"):
        assert attribute in cookie
    assert "Domain" not in cookie
    assert "Max-Age" not in cookie


@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
@pytest.mark.attack("F31")
def test_on_loopback_names_carry_the_port() -> None:
    """Two servers of one machine do not read each other's."""
    names = {
        CookieNames(validate_public_url(f"http://127.0.0.1:{port}", development_http())).session for port in (1, 2)
    }
    assert names == {"elicitor-1-session", "elicitor-2-session"}


@pytest.mark.attack("D8")
def test_a_name_that_comes_twice_is_refused() -> None:
    """In one header or in two; others' cookies may repeat."""
    name = "__Host-elicitor-session"
    assert jar(f"{name}=a; other=1; other=2").find(name) == "a"
    for cookies in ((f"{name}=a; {name}=b",), (f"{name}=a", f"{name}=a")):
        with pytest.raises(Refused) as refused:
            jar(*cookies)
        assert refused.value.code == "cookie_repeated"


def test_each_trip_has_a_cookie_of_its_own_and_there_are_not_too_many() -> None:
    """The oldest go."""
    names = CookieNames(HTTPS)
    flows = [names.flow(bytes([number]) * 32) for number in range(12)]
    assert len(set(flows)) == 12
    mine = jar("; ".join(f"{flow}=x" for flow in flows))
    response = Response()
    mine.make_room(response)
    cleared = [value for key, value in response.raw_headers if key == b"set-cookie"]
    assert len(cleared) == 5
    assert cleared[0].startswith(flows[0].encode())


@pytest.mark.parametrize("value", ["", "=", "\x7f", '"', "a=b"])
def test_odd_values_are_read_without_a_crash(value: str) -> None:
    """What they mean is decided by whoever looks them up."""
    assert isinstance(jar(f"__Host-elicitor-session={value}").find("__Host-elicitor-session"), str)
