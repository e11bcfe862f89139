"""An OAuth client by hand, to see what a server does without our own client in between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2

from elicitor.oauth.pkce import challenge, new_verifier
from elicitor.secret import Secret
from elicitor.testing import Page, ScriptedBrowser
from support.oidc_provider import Registered, RunningProvider

__all__ = ["CALLBACK", "Asking", "back"]

CALLBACK = "http://client.localhost:1/callback"
"""Nothing listens there: browsers stop before it."""


@dataclass
class Asking:
    """One client at one server. Change a parameter with a keyword; None leaves it out."""

    provider: RunningProvider
    client: Registered
    verifier: Secret = field(default_factory=new_verifier)

    def url(self, **changes: str | None) -> str:
        """Where it begins."""
        wanted: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.client.client_id,
            "redirect_uri": CALLBACK,
            "scope": "openid",
            "state": "some-state",
            "nonce": "some-nonce",
            "code_challenge": challenge(self.verifier),
            "code_challenge_method": "S256",
            **changes,
        }
        return f"{self.provider.issuer}/auth?{urlencode({key: text for key, text in wanted.items() if text})}"

    async def walk(self, *buttons: str, browser: ScriptedBrowser | None = None, **changes: str | None) -> Page:
        """Open the address and press these buttons; stops before the callback."""
        if browser is None:
            async with ScriptedBrowser() as fresh:
                return await self.walk(*buttons, browser=fresh, **changes)
        page = await browser.open(self.url(**changes), stop_at=CALLBACK)
        for button in buttons:
            page = await page.submit(button, stop_at=CALLBACK)
        return page

    async def redeem(self, page: Page, **changes: str | None) -> httpx2.Response:
        """Exchange the code that came back."""
        fields = {
            "grant_type": "authorization_code",
            "code": back(page)["code"],
            "redirect_uri": CALLBACK,
            "code_verifier": self.verifier.reveal(),
            **changes,
        }
        return await self.post("/token", fields)

    async def refresh(self, refresh_token: str) -> httpx2.Response:
        """Exchange a refresh token."""
        return await self.post("/token", {"grant_type": "refresh_token", "refresh_token": refresh_token})

    async def post(self, path: str, fields: dict[str, Any]) -> httpx2.Response:
        """With the client's credentials."""
        known = {"client_id": self.client.client_id} if not self.client.secret else {}
        auth = (self.client.client_id, self.client.secret) if self.client.secret else None
        sent = {key: text for key, text in {**known, **fields}.items() if text}
        async with httpx2.AsyncClient(trust_env=False) as http:
            return await http.post(self.provider.issuer + path, data=sent, auth=auth)


def back(page: Page) -> dict[str, str]:
    """What came to the callback."""
    assert page.stopped_before.startswith(CALLBACK), page
    return {name: values[0] for name, values in parse_qs(urlsplit(page.stopped_before).query).items()}
