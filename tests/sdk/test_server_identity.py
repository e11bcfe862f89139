"""What is known of a server before anybody is asked."""

from __future__ import annotations

import pytest
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel import Server

from elicitor.errors import Misuse, Refused
from elicitor.sdk.jwt_verifier import JWTVerifier
from elicitor.sdk.server_identity import identify_with, lowlevel_identity, refuse_other_issuer
from elicitor.secret import Secret

ISSUER = "https://auth.example.com"


class Verifier:
    """Takes one token, and says so much of it."""

    def __init__(self, subject: str | None) -> None:
        self.subject = subject

    async def verify_token(self, token: str) -> AccessToken | None:
        """The SDK's protocol."""
        if token != "good":
            return None
        return AccessToken(token=token, client_id="chat", scopes=[], subject=self.subject, claims={"iss": ISSUER})


def test_a_low_level_server_has_to_be_told() -> None:
    """Who checks its tokens, and for which resource."""
    server = Server("Files", title="The files")
    known = lowlevel_identity(server, Verifier("alice"), "https://mcp.example.com/mcp")
    assert (known.name, known.resource) == ("The files", "https://mcp.example.com/mcp")
    for verifier, resource in ((None, "https://mcp.example.com/mcp"), (Verifier("alice"), None)):
        with pytest.raises(Misuse):
            lowlevel_identity(server, verifier, resource)


def test_a_verifier_for_another_server_is_refused() -> None:
    """It would refuse every token; a slash at the end makes no difference. So is one of another issuer."""
    server = Server("Files")
    verifier = JWTVerifier(issuer=ISSUER, audience="https://mcp.example.com/")
    known = lowlevel_identity(server, verifier, "https://mcp.example.com")
    with pytest.raises(Misuse, match="RFC 8707"):
        lowlevel_identity(server, verifier, "https://other.example.com")
    refuse_other_issuer(known, ISSUER)
    with pytest.raises(Misuse, match="letter by letter"):
        refuse_other_issuer(known, f"{ISSUER}/")
    refuse_other_issuer(lowlevel_identity(server, Verifier("alice"), "https://mcp.example.com"), "https://other")


@pytest.mark.anyio
@pytest.mark.requirement("ID-4")
@pytest.mark.attack("A12", "A18")
async def test_the_browsers_token_goes_through_the_rule_of_mcp_calls() -> None:
    """A token that is not good here, or that names nobody, signs nobody in."""
    principal = await identify_with(Verifier("alice"))(Secret("good"))
    assert (principal.owner.issuer, principal.owner.subject) == (ISSUER, "alice")
    with pytest.raises(Refused, match="not for this server"):
        await identify_with(Verifier("alice"))(Secret("other"))
    for nobody in (None, ""):
        with pytest.raises(Refused) as refused:
            await identify_with(Verifier(nobody))(Secret("good"))
        assert refused.value.code == "no_subject"
