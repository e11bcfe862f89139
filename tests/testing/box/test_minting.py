"""What is in the tokens."""

from __future__ import annotations

import pytest
from joserfc.errors import BadSignatureError, InvalidKeyIdError

from elicitor.testing import Client, ScriptedBrowser
from testing.flow import CALLBACK, Flow
from testing.place import MakeBox

pytestmark = pytest.mark.anyio

NOW = 1_800_000_000


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
async def test_the_access_token_is_of_rfc_9068(
    make_box: MakeBox, flow: Flow, browser: ScriptedBrowser, algorithm: str
) -> None:
    """Every claim of section 2.2, and the type that keeps it from being taken for an ID token."""
    flow.box = make_box(algorithm=algorithm, clock=lambda: NOW, access_token_lifetime=300)
    token = await flow.read((await flow.tokens(browser, scope="openid files:read"))["access_token"])
    assert token.header["typ"] == "at+jwt"
    assert token.header["alg"] == algorithm
    jti = token.claims.pop("jti")
    assert len(jti) == 43
    assert token.claims == {
        "iss": flow.box.issuer,
        "sub": "alice",
        "aud": flow.box.issuer,
        "client_id": "app",
        "scope": "files:read openid",
        "iat": NOW,
        "exp": NOW + 300,
        "auth_time": NOW,
    }


async def test_the_id_token_is_of_openid_connect(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """Core section 2: for this client, with the nonce it sent."""
    flow.box = make_box(clock=lambda: NOW)
    token = await flow.read((await flow.tokens(browser, "bob", scope="openid profile email"))["id_token"])
    assert token.header["typ"] == "JWT"
    assert token.claims == {
        "iss": flow.box.issuer,
        "sub": "bob",
        "aud": "app",
        "iat": NOW,
        "exp": NOW + 3600,
        "auth_time": NOW,
        "nonce": flow.nonce,
        "name": "Bob Cratchit",
        "preferred_username": "bob",
        "email": "bob@example.test",
    }


async def test_no_openid_no_id_token(flow: Flow, browser: ScriptedBrowser) -> None:
    """Plain OAuth stays plain."""
    assert "id_token" not in await flow.tokens(browser, scope="files:read")


async def test_no_nonce_no_claim(flow: Flow, browser: ScriptedBrowser) -> None:
    """The box invents none."""
    token = await flow.read((await flow.tokens(browser, nonce=None))["id_token"])
    assert "nonce" not in token.claims


async def test_pairwise_subjects_differ_by_client_and_access_tokens_do_not(
    make_box: MakeBox, flow: Flow, browser: ScriptedBrowser
) -> None:
    """OpenID Connect Core section 8.1: the trap for who compares an ID token with an access token."""
    flow.box = make_box(pairwise=True)
    flow.box.register(Client("second", (CALLBACK,), flow.secret))
    seen: list[tuple[str, str]] = []
    for client_id in ("app", "second", "app"):
        flow.client_id = client_id
        found = await flow.tokens(browser)
        id_token, access_token = await flow.read(found["id_token"]), await flow.read(found["access_token"])
        told = (await flow.get("/userinfo", found["access_token"])).json()["sub"]
        assert told == id_token.claims["sub"]
        seen.append((id_token.claims["sub"], access_token.claims["sub"]))
    first, second, again = seen
    assert first == again
    assert first[0] != second[0]
    assert first[1] == second[1] == "alice"


async def test_a_token_of_another_box_does_not_verify(make_box: MakeBox, flow: Flow, browser: ScriptedBrowser) -> None:
    """Each box has its own key."""
    token = (await flow.tokens(browser))["access_token"]
    await flow.read(token)
    flow.box = make_box()
    with pytest.raises((BadSignatureError, InvalidKeyIdError, ValueError)):
        await flow.read(token)
