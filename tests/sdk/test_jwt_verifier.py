"""Bearer tokens of one issuer, for this server."""

from __future__ import annotations

import pytest

from elicitor import JWTVerifier, development_http
from elicitor.errors import Misuse, ProviderUnreachable
from elicitor.testing import Fault
from elicitor.testing.stage import Stage

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


def verifier(stage: Stage, *, audience: str = "", **options: object) -> JWTVerifier:
    """One for the stage's server."""
    return JWTVerifier(
        issuer=stage.authority.issuer,
        audience=audience or stage.mcp_url,
        development=development_http(),
        **options,  # type: ignore[arg-type]
    )


@pytest.mark.requirement("ID-4")
async def test_a_good_token_names_its_person_and_client(stage: Stage) -> None:
    """With its scopes, its end and its issuer."""
    token = (await stage.token_for("alice")).reveal()
    one = verifier(stage)
    found = await one.verify_token(token)
    assert found is not None
    assert (found.subject, found.client_id, found.resource) == ("alice", "mcp-client", stage.mcp_url)
    assert found.claims is not None
    assert found.claims["iss"] == stage.authority.issuer
    await one.aclose()


@pytest.mark.attack("B10")
async def test_other_tokens_are_none(stage: Stage) -> None:
    """Changed, over, for somebody else's server, or no token at all."""
    token = (await stage.token_for("alice")).reveal()
    one, other, later = verifier(stage), verifier(stage, audience="https://x"), verifier(stage, clock=lambda: 2**33)
    head, body, signature = token.split(".")
    for bad in ("", "x", "a.b.c", f"{head}.{body}.", f"{head}.{body[:-2]}AA.{signature}", token + "x"):
        assert await one.verify_token(bad) is None
    assert await other.verify_token(token) is None
    assert await later.verify_token(token) is None
    assert await one.verify_token(token) is not None
    for verifying in (one, other, later):
        await verifying.aclose()


@pytest.mark.parametrize(
    ("issuer", "development"),
    [("http://auth.example.com", True), ("http://127.0.0.1:9400", False), ("auth.example.com", True), ("", True)],
)
def test_an_issuer_that_cannot_be_used_is_refused_at_once(issuer: str, development: bool) -> None:
    """Rather than every token later; on loopback it can, in development."""
    allowed = development_http() if development else None
    with pytest.raises(Misuse, match="development_http"):
        JWTVerifier(issuer=issuer, audience="x", development=allowed)
    JWTVerifier(issuer="http://127.0.0.1:9400", audience="x", development=development_http())
    JWTVerifier(issuer="https://auth.example.com", audience="x")


async def test_the_log_says_why_a_token_was_refused(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """And holds nothing of the token."""
    token = (await stage.token_for("alice")).reveal()
    other = verifier(stage, audience="https://x")
    with caplog.at_level("WARNING", "elicitor.tokens"):
        assert await other.verify_token(token) is None
    (record,) = caplog.records
    assert record.getMessage().startswith("token_refused because=token_invalid ")
    assert not any(part in record.getMessage() for part in token.split("."))
    await other.aclose()


async def test_a_silent_issuer_says_nothing_about_a_token(stage: Stage) -> None:
    """It is not refused: nobody knows."""
    token = (await stage.token_for("alice")).reveal()
    one = verifier(stage)
    stage.authority.misbehave(Fault.METADATA_500)
    with pytest.raises(ProviderUnreachable):
        await one.verify_token(token)
    assert await one.verify_token(token) is not None
    await one.aclose()
