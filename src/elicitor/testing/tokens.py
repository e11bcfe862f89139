"""An access token for an MCP server, got as an MCP client gets it: by a person's sign-in at the box."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2

from elicitor.errors import ElicitorError, Misuse
from elicitor.identifiers import mint_identifier
from elicitor.oauth.pkce import challenge, new_verifier
from elicitor.secret import Secret
from elicitor.testing.browser import ScriptedBrowser
from elicitor.testing.people import sign_in

__all__ = ["NOWHERE", "main", "obtain_token"]

NOWHERE = "http://client.localhost:1/callback"
"""Where an MCP client's codes go in tests; nothing listens there, the browser stops before it."""


async def obtain_token(issuer: str, resource: str, user: str, client_id: str = "mcp-client") -> Secret:
    """Sign a person in through a client, and redeem the code.

    Args:
        issuer: of the box.
        resource: the MCP server's resource identifier.
        user: a login name of the box.
        client_id: a public client of the box with the redirect URI `NOWHERE`.

    Raises:
        Misuse: `no_token`, the box refused: it does not know the client, the resource or the user.
    """
    verifier = new_verifier()
    query = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": NOWHERE,
        "scope": "openid",
        "state": mint_identifier(),
        "code_challenge": challenge(verifier),
        "code_challenge_method": "S256",
        "resource": resource,
    }
    async with ScriptedBrowser() as browser:
        page = await browser.open(f"{issuer}/authorize?{urlencode(query)}", stop_at=NOWHERE)
        page = await sign_in(page, user, stop_at=NOWHERE)
    code = parse_qs(urlsplit(page.stopped_before).query).get("code")
    if not code:
        raise Misuse("no_token", f"The test server at {issuer} gave no code for {resource}: {page.text[:300]}")
    fields = {
        "grant_type": "authorization_code",
        "code": code[0],
        "redirect_uri": NOWHERE,
        "client_id": client_id,
        "code_verifier": verifier.reveal(),
        "resource": resource,
    }
    async with httpx2.AsyncClient(trust_env=False) as http:
        reply = await http.post(f"{issuer}/token", data=fields)
    return Secret(reply.raise_for_status().json()["access_token"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a token of the running box: `python -m elicitor.testing token alice`."""
    parser = argparse.ArgumentParser(prog="python -m elicitor.testing token")
    parser.add_argument("user", help="alice or bob")
    parser.add_argument("--issuer", default="http://127.0.0.1:9400", help="the box (default: %(default)s)")
    parser.add_argument("--resource", default="http://127.0.0.1:8000/mcp", help="your server (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        token = asyncio.run(obtain_token(options.issuer, options.resource, options.user))
    except (ElicitorError, httpx2.HTTPError) as error:
        print(f"There is no token: {error} Is the box running at {options.issuer}?", file=sys.stderr)
        return 1
    print(token.reveal())
    return 0
