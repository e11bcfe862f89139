"""The headers of every page, and the proof that a form is ours."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import Message

from elicitor import KeyRing
from elicitor.errors import Refused
from elicitor.protocol.link import validate_public_url
from elicitor.server.web.security import BODY_LIMIT, CsrfProof, check_same_origin, guard_headers, read_form

PUBLIC = validate_public_url("https://mcp.example.com", None)
FORM = ("content-type", "application/x-www-form-urlencoded")
SESSION = b"s" * 32


def post(*headers: tuple[str, str], body: Sequence[bytes] = (b"",)) -> Request:
    """A POST."""
    chunks = [*body]

    async def receive() -> Message:
        chunk = chunks.pop(0)
        return {"type": "http.request", "body": chunk, "more_body": bool(chunks)}

    raw = [(name.encode(), value.encode()) for name, value in headers]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": raw}, receive)


@pytest.mark.attack("D1", "D5", "D6")
def test_a_page_is_guarded_and_keeps_what_it_set() -> None:
    """HSTS over https."""
    headers = MutableHeaders({"Referrer-Policy": "same-origin"})
    guard_headers(headers, PUBLIC)
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert headers["x-frame-options"] == "DENY"
    assert "form-action 'self'" in headers["content-security-policy"]
    assert "script" not in headers["content-security-policy"]
    assert "strict-transport-security" in headers


@pytest.mark.attack("D2")
@pytest.mark.parametrize(
    "headers",
    [
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
        [("sec-fetch-site", "none")],
        [("sec-fetch-site", "")],
        [("sec-fetch-site", "cross-site"), ("origin", "https://mcp.example.com")],
        [("origin", "null")],
        [("origin", "https://mcp.example.com.evil.example")],
        [("origin", "http://mcp.example.com")],
        [("origin", "https://mcp.example.com:444")],
        [("referer", "https://mcp.example.com/")],
        [],
    ],
)
@pytest.mark.case("R109")
def test_a_post_of_another_site_is_refused(headers: list[tuple[str, str]]) -> None:
    """Our own passes, in new browsers and in old ones."""
    check_same_origin(post(("sec-fetch-site", "same-origin")), PUBLIC)
    check_same_origin(post(("origin", "https://mcp.example.com")), PUBLIC)
    with pytest.raises(Refused) as refused:
        check_same_origin(post(*headers), PUBLIC)
    assert refused.value.code == "cross_site"


@pytest.mark.attack("D2")
def test_a_proof_is_for_one_session_and_one_subject() -> None:
    """An old key still checks; an unknown one does not."""
    old, new = KeyRing.new_key(), KeyRing.new_key()
    proof = CsrfProof(KeyRing.load(old)).make(SESSION, "ticket")
    CsrfProof(KeyRing.load(new, old)).check(proof, SESSION, "ticket")
    for ring, given, session, subject in (
        ([old], "", SESSION, "ticket"),
        ([old], proof[:-1], SESSION, "ticket"),
        ([old], "ä", SESSION, "ticket"),
        ([old], proof, b"t" * 32, "ticket"),
        ([old], proof, SESSION, "other"),
        ([new], proof, SESSION, "ticket"),
    ):
        with pytest.raises(Refused) as refused:
            CsrfProof(KeyRing.load(*ring)).check(given, session, subject)
        assert refused.value.code == "csrf"


@pytest.mark.anyio
@pytest.mark.attack("D12")
async def test_a_form_is_small_and_plain() -> None:
    """Also when it comes in many pieces."""
    posted = await read_form(post(FORM, body=(b"a=1&b=", b"%C3%A4&field-0=x&field-0=y&field-1=")))
    assert posted.values == {"a": "1", "b": "ä"}
    assert posted.entries == {"field-0": ["x", "y"], "field-1": [""]}
    for request, code in (
        (post(("content-type", "text/plain"), body=(b"a=1",)), "body_type"),
        (post(("content-type", "multipart/form-data; boundary=x")), "body_type"),
        (post(body=(b"a=1",)), "body_type"),
        (post(FORM, body=[b"a" * 1024] * (BODY_LIMIT // 1024 + 1)), "body_too_large"),
        (post(FORM, body=(b"a=1&a=2",)), "body_malformed"),
        (post(FORM, body=(b"a",)), "body_malformed"),
        (post(FORM, body=(b"\xff=1",)), "body_malformed"),
        (post(FORM, body=("&".join(f"a{n}=1" for n in range(30)).encode(),)), "body_malformed"),
    ):
        with pytest.raises(Refused) as refused:
            await read_form(request)
        assert refused.value.code == code
