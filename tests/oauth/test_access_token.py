"""An access token is from the configured issuer, for this server, and no other kind of token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from elicitor.errors import ProviderBroke, ProviderUnreachable, Refused
from elicitor.oauth.access_token import AccessTokenCheck
from elicitor.secret import Secret
from oauth.issuer import NOW, Issuer, forged, new_key

pytestmark = pytest.mark.anyio

HERE = "https://mcp.example/mcp"
KIND = {"typ": "at+jwt"}


async def check(issuer: Issuer, token: Secret) -> Mapping[str, object]:
    """As the server does."""
    return await AccessTokenCheck(issuer.origin, HERE, issuer.cache, lambda: issuer.now).check(token)


async def why_not(issuer: Issuer, token: Secret) -> object:
    """The reason for which a token is refused; the token is in no text about it."""
    with pytest.raises(Refused) as refused:
        await check(issuer, token)
    assert refused.value.code == "token_invalid"
    assert (token.reveal() or "-") not in f"{refused.value} {refused.value.evidence}"
    return refused.value.evidence["why"]


async def test_a_token_for_this_server_is_taken(issuer: Issuer) -> None:
    """Alone or among others; issuers that name no kind are many (RFC 9068 came late)."""
    for header in (KIND, {"typ": "application/at+jwt"}, {"typ": "JWT"}, {}):
        for audience in (HERE, [HERE], ["https://other.example", HERE]):
            token = issuer.token(header, aud=audience, scope="files:read")
            assert await check(issuer, token) == issuer.claims(aud=audience, scope="files:read")


@pytest.mark.attack("B10")
@pytest.mark.parametrize(
    "audience",
    [
        None,
        "me",
        "https://mcp.example",
        "https://mcp.example/",
        "https://mcp.example/mcp/",
        "https://MCP.example/mcp",
        "https://mcp.example:443/mcp",
        "http://mcp.example/mcp",
        ["https://mcp.example/mcp/other"],
        [],
    ],
)
async def test_a_token_for_another_server_is_refused(issuer: Issuer, audience: object) -> None:
    """However near: resource identifiers are compared byte for byte (RFC 8707)."""
    assert await check(issuer, issuer.token(KIND, aud=HERE))
    assert await why_not(issuer, issuer.token(KIND, aud=audience)) == "audience"


@pytest.mark.attack("B10")
@pytest.mark.parametrize("claim", ["at_hash", "c_hash"])
async def test_an_id_token_is_no_access_token(issuer: Issuer, claim: str) -> None:
    """Also where the client has the same name as the resource."""
    assert await check(issuer, issuer.token({"typ": "JWT"}, aud=HERE, nonce="n"))
    claims: dict[str, Any] = {"aud": HERE, "nonce": "n", claim: "x"}
    assert await why_not(issuer, issuer.token({"typ": "JWT"}, **claims)) == "kind"


@pytest.mark.attack("B10")
@pytest.mark.parametrize("kind", ["logout+jwt", "secevent+jwt", "dpop+jwt", "client-authentication+jwt"])
async def test_a_token_of_another_kind_is_refused(issuer: Issuer, kind: str) -> None:
    """Though signed with the same key and for the same audience."""
    assert await why_not(issuer, issuer.token({"typ": kind}, aud=HERE)) == "kind"


@pytest.mark.attack("B10")
async def test_a_token_that_the_issuer_did_not_sign_is_refused(issuer: Issuer) -> None:
    """Nor one of another issuer with the same key."""
    claims = issuer.claims(aud=HERE)
    assert await why_not(issuer, issuer.token(KIND, new_key("k1"), aud=HERE)) == "signature"
    assert await why_not(issuer, forged({"alg": "none", "kid": "k1", **KIND}, claims)) == "signature"
    assert await why_not(issuer, forged({"alg": "HS256", "kid": "k1", **KIND}, claims, b"guessed")) == "signature"
    assert await why_not(issuer, issuer.token(KIND, aud=HERE, iss=f"{issuer.origin}/other")) == "issuer"


@pytest.mark.attack("B19")
@pytest.mark.parametrize(
    ("seconds", "good"), [(-86_400, False), (-61, False), (-60, True), (359, True), (360, False), (86_400, False)]
)
async def test_it_is_checked_at_the_time_of_the_call(issuer: Issuer, seconds: int, good: bool) -> None:
    """The clock is asked each time."""
    token = issuer.token(KIND, aud=HERE)
    issuer.now = NOW + seconds
    if good:
        assert await check(issuer, token)
    else:
        assert await why_not(issuer, token) in {"expired", "not_yet"}


@pytest.mark.attack("B15")
@pytest.mark.parametrize("text", ["", "opaque-token", "a.b.c", "....", "x" * 20_000, "\u00fc", "a\x00b"])
async def test_rubbish_is_refused_like_any_other_token(issuer: Issuer, text: str) -> None:
    """It breaks nothing, and no key is looked for."""
    assert await why_not(issuer, Secret(text)) in {"malformed", "too_long"}
    assert issuer.looks == 0


@pytest.mark.attack("B15")
async def test_invented_key_ids_make_one_look(issuer: Issuer) -> None:
    """However many of them come."""
    await check(issuer, issuer.token(KIND, aud=HERE))
    issuer.now += 30
    for number in range(20):
        token = forged({"alg": "ES256", "kid": f"k{number + 2}"}, issuer.claims(aud=HERE), b"")
        assert await why_not(issuer, token) == "signature"
    assert issuer.looks == 2


async def test_silence_of_the_issuer_is_no_verdict(issuer: Issuer) -> None:
    """Before its metadata is known, and before its keys are."""
    token = issuer.token(KIND, aud=HERE)
    issuer.status = 503
    with pytest.raises(ProviderUnreachable):
        await check(issuer, token)
    issuer.status = 200
    await issuer.cache.get(issuer.origin)
    issuer.status = 503
    with pytest.raises(ProviderUnreachable):
        await check(issuer, token)
    issuer.status, issuer.now = 200, NOW + 5
    assert await check(issuer, token)


@pytest.mark.attack("B4")
async def test_an_issuer_that_calls_itself_otherwise_vouches_for_nobody(issuer: Issuer) -> None:
    """Its keys are not even read."""
    issuer.metadata = {"issuer": "https://elsewhere.example"}
    with pytest.raises(ProviderBroke) as refused:
        await check(issuer, issuer.token(KIND, aud=HERE))
    assert (refused.value.code, issuer.looks) == ("issuer_mismatch", 0)
    issuer.metadata = {}
    assert await check(issuer, issuer.token(KIND, aud=HERE))
