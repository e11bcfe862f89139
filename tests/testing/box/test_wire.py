"""Parameters, read strictly."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import AuthorizationServer
from elicitor.testing.box.wire import Fields, OAuthError, json_reply

pytestmark = pytest.mark.anyio


def test_a_parameter_without_a_value_counts_as_absent() -> None:
    """RFC 6749 section 3.1."""
    fields = Fields([("a", ""), ("b", "1")])
    assert fields.find("a") is None
    assert fields.names() == {"b"}
    with pytest.raises(OAuthError):
        fields.load("a")
    assert fields.load("b") == "1"


def test_a_parameter_that_comes_twice_is_an_error() -> None:
    """Except `resource`."""
    fields = Fields([("a", "1"), ("a", "2"), ("resource", "x"), ("resource", "y")])
    with pytest.raises(OAuthError) as caught:
        fields.find("a")
    assert caught.value.error == "invalid_request"
    with pytest.raises(OAuthError):
        fields.refuse_repeated()
    Fields([("resource", "x"), ("resource", "y")]).refuse_repeated()
    assert fields.all("resource") == ("x", "y")


def test_replies_are_kept_by_no_cache() -> None:
    """RFC 6749 section 5.1; header names are written with underscores."""
    reply = json_reply({"a": 1}, 429, Retry_After="1")
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["retry-after"] == "1"


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"a=" + b"x" * 70_000, "application/x-www-form-urlencoded", 413),
        (b"{}", "application/json", 415),
        (b"a=1", "", 415),
        (b"a=\xff", "application/x-www-form-urlencoded", 400),
    ],
)
async def test_a_body_that_cannot_be_read_is_told(
    box: AuthorizationServer, http: httpx2.AsyncClient, body: bytes, kind: str, status: int
) -> None:
    """Too long, another type, no type, no text."""
    reply = await http.post(f"{box.issuer}/token", content=body, headers={"Content-Type": kind})
    assert (reply.status_code, reply.json()["error"]) == (status, "invalid_request")


async def test_the_type_may_carry_a_charset(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """The honest twin: it is read, and only the client is unknown."""
    reply = await http.post(
        f"{box.issuer}/token",
        content=b"client_id=x&grant_type=y",
        headers={"Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"},
    )
    assert reply.json()["error"] == "invalid_client"
