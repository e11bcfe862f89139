"""The box judged by a client we did not write: Authlib walks the whole way, by each client authentication."""

from __future__ import annotations

import pytest
from authlib.integrations.httpx_client import AsyncOAuth2Client

from elicitor.testing import AuthorizationServer, Client, ScriptedBrowser, sign_in
from testing.flow import CALLBACK, VERIFIER, Flow

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "none"])
async def test_authlib_goes_all_the_way(
    box: AuthorizationServer, flow: Flow, browser: ScriptedBrowser, method: str
) -> None:
    """Discovery, authorization with PKCE, token, API, refresh, revocation."""
    found = (await flow.http.get(f"{box.issuer}/.well-known/openid-configuration")).json()
    public = method == "none"
    # Authlib does not form-encode the parts of a Basic header (RFC 6749 section 2.3.1): a plain secret.
    box.register(Client("app", (CALLBACK,), "plain-secret"))
    async with AsyncOAuth2Client(
        "public" if public else "app",
        None if public else "plain-secret",
        token_endpoint_auth_method=method,
        revocation_endpoint_auth_method=method,
        redirect_uri=CALLBACK,
        scope="openid files:read",
        code_challenge_method="S256",
    ) as client:
        url, state = client.create_authorization_url(
            found["authorization_endpoint"], code_verifier=VERIFIER, nonce="n-1"
        )
        page = await sign_in(await browser.open(url, stop_at=CALLBACK), "bob", stop_at=CALLBACK)
        token = await client.fetch_token(
            found["token_endpoint"],
            authorization_response=page.stopped_before,
            state=state,
            code_verifier=VERIFIER,
        )
        assert (await flow.read(token["id_token"])).claims["nonce"] == "n-1"
        files = await client.get(f"{box.issuer}/api/files")
        assert files.json() == ["ledger-1843.ods", "christmas-goose.jpg"]
        renewed = await client.refresh_token(found["token_endpoint"], refresh_token=token["refresh_token"])
        assert renewed["refresh_token"] != token["refresh_token"]
        await client.revoke_token(found["revocation_endpoint"], token=renewed["refresh_token"])
        assert (await flow.get("/api/files", renewed["access_token"])).status_code == 401
