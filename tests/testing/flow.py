"""What a client of the box does, by hand: the tests' own small OAuth client, which can also be a bad one."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2
from joserfc import jwt
from joserfc.jwk import KeySet

from elicitor.identifiers import mint_identifier
from elicitor.testing import AuthorizationServer, Page, ScriptedBrowser, sign_in

CALLBACK = "http://client.localhost:1/callback"
"""Nothing listens there: browsers stop before it."""
SECRET = "s3cret with spaces & +"
VERIFIER = "v" * 43


def challenge_of(verifier: str) -> str:
    """The S256 challenge."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def callback_of(page: Page) -> dict[str, str]:
    """The parameters that came to the callback, each once."""
    pairs = parse_qsl(urlsplit(page.stopped_before).query, keep_blank_values=True)
    assert page.stopped_before.startswith(CALLBACK)
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


@dataclass
class Flow:
    """One authorization. Change a parameter with a keyword; None leaves it out."""

    box: AuthorizationServer
    http: httpx2.AsyncClient
    client_id: str = "app"
    secret: str | None = SECRET
    scope: str = "openid"
    state: str = field(default_factory=mint_identifier)
    nonce: str = field(default_factory=mint_identifier)

    def url(self, **changes: str | list[str] | None) -> str:
        """The address that begins it."""
        wanted: dict[str, str | list[str] | None] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": CALLBACK,
            "scope": self.scope,
            "state": self.state,
            "nonce": self.nonce,
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
            **changes,
        }
        query = urlencode({name: value for name, value in wanted.items() if value is not None}, doseq=True)
        return f"{self.box.issuer}/authorize?{query}"

    async def begin(self, browser: ScriptedBrowser, **changes: str | list[str] | None) -> Page:
        """Open the address; stops before the callback."""
        return await browser.open(self.url(**changes), stop_at=CALLBACK)

    async def authorize(
        self, browser: ScriptedBrowser, user: str = "alice", **changes: str | list[str] | None
    ) -> dict[str, str]:
        """Begin, sign in, allow; gives the callback's parameters."""
        page = await self.begin(browser, **changes)
        return callback_of(await sign_in(page, user, stop_at=CALLBACK))

    async def token(self, *, auth: tuple[str, str] | None = None, **fields: str | list[str] | None) -> httpx2.Response:
        """Ask the token endpoint, with the secret in the body unless `auth` is given."""
        sent = {"client_id": self.client_id, "client_secret": self.secret, **fields}
        if auth is not None:
            sent = {**fields}
        body = {name: value for name, value in sent.items() if value is not None}
        return await self.http.post(f"{self.box.issuer}/token", data=body, auth=auth)

    async def redeem(self, code: str, **changes: str | list[str] | None) -> httpx2.Response:
        """Exchange a code."""
        fields: dict[str, str | list[str] | None] = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
            **changes,
        }
        return await self.token(**fields)

    async def refresh(self, refresh_token: str, **changes: str | list[str] | None) -> httpx2.Response:
        """Exchange a refresh token."""
        return await self.token(grant_type="refresh_token", refresh_token=refresh_token, **changes)

    async def tokens(
        self, browser: ScriptedBrowser, user: str = "alice", **changes: str | list[str] | None
    ) -> dict[str, str]:
        """The whole way: the token reply."""
        callback = await self.authorize(browser, user, **changes)
        reply = await self.redeem(callback["code"])
        assert reply.status_code == 200, reply.text
        return dict(reply.json())

    async def get(self, path: str, access_token: str) -> httpx2.Response:
        """Use an access token at the box."""
        return await self.http.get(f"{self.box.issuer}{path}", headers={"Authorization": f"Bearer {access_token}"})

    async def read(self, token: str) -> jwt.Token:
        """Verify a JWT with the box's published keys."""
        keys = (await self.http.get(f"{self.box.issuer}/jwks")).json()
        return jwt.decode(token, KeySet.import_key_set(keys), algorithms=["RS256", "ES256"])
