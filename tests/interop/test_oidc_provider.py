"""The authorization server that the chain is walked against behaves as these tests of ours rely on."""

from __future__ import annotations

import os

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from elicitor.testing import ScriptedBrowser
from interop.asking import CALLBACK, Asking, back
from support.node import node_binary
from support.oidc_provider import Registered, running_oidc_provider
from support.oidc_provider.fixtures import StartProvider

pytestmark = [pytest.mark.anyio, pytest.mark.node]

APP = Registered("app", (CALLBACK,), "secret-of-the-app-secret-of-the-app", "The app")
PUBLIC = Registered("public", (CALLBACK,))
RESOURCE = "http://127.0.0.1:9/mcp"
ALICE, BOB, ALLOW, REFUSE = "Sign in as Alice Adams", "Sign in as Bob Brown", "Allow", "Refuse"


@pytest.fixture
def asking(start_oidc_provider: StartProvider) -> Asking:
    """A confidential client."""
    return Asking(start_oidc_provider([APP, PUBLIC], scopes=["files:read"], resources={RESOURCE: "use"}), APP)


async def read(asking: Asking, token: str) -> dict[str, object]:
    """The claims of a JWT, verified with the published keys."""
    async with httpx2.AsyncClient(trust_env=False) as http:
        keys = (await http.get(f"{asking.provider.issuer}/jwks")).json()
    return dict(jwt.decode(token, KeySet.import_key_set(keys), algorithms=["RS256"]).claims)


@pytest.mark.parametrize(("button", "subject"), [(ALICE, "alice"), (BOB, "bob")])
async def test_people_choose_who_they_are_and_agree(asking: Asking, button: str, subject: str) -> None:
    """The callback names the issuer, and the tokens the person."""
    page = await asking.walk(button, ALLOW)
    assert back(page)["iss"] == asking.provider.issuer
    assert back(page)["state"] == "some-state"
    reply = await asking.redeem(page)
    claims = await read(asking, reply.json()["id_token"])
    assert (claims["sub"], claims["nonce"], claims["aud"]) == (subject, "some-nonce", "app")
    async with httpx2.AsyncClient(trust_env=False) as http:
        headers = {"Authorization": f"Bearer {reply.json()['access_token']}"}
        assert (await http.get(f"{asking.provider.issuer}/me", headers=headers)).json()["sub"] == subject


async def test_the_pages_name_client_person_and_scopes(asking: Asking) -> None:
    """What is agreed to is there to be read."""
    page = await asking.walk(BOB, scope="openid files:read")
    assert all(word in page.text for word in ("Bob Brown", "The app", "files:read"))


async def test_a_hint_signs_in_without_the_page(asking: Asking) -> None:
    """For tests that are about something else."""
    assert "Alice Adams" in (await asking.walk(login_hint="alice")).text
    assert "Who are you?" in (await asking.walk(login_hint="mallory")).text


async def test_consent_can_be_left_out(start_oidc_provider: StartProvider) -> None:
    """A server that asks nobody, as remembered consent would."""
    asking = Asking(start_oidc_provider([APP], consent="auto"), APP)
    assert (await asking.redeem(await asking.walk(ALICE))).status_code == 200


@pytest.mark.parametrize("buttons", [(REFUSE,), (ALICE, REFUSE)])
async def test_people_can_say_no(asking: Asking, buttons: tuple[str, ...]) -> None:
    """On either page; the answer names the issuer as well."""
    came = back(await asking.walk(*buttons))
    assert (came["error"], came["iss"]) == ("access_denied", asking.provider.issuer)


async def test_a_browser_stays_who_it_is(asking: Asking) -> None:
    """A second trip asks nobody; with a prompt it does."""
    async with ScriptedBrowser() as browser:
        await asking.walk(ALICE, ALLOW, browser=browser)
        assert "code" in back(await asking.walk(browser=browser, login_hint="bob"))
        assert ALICE in (await asking.walk(browser=browser, prompt="login")).buttons


async def test_pkce_is_required(asking: Asking) -> None:
    """No challenge, no code; a wrong verifier, no token."""
    assert back(await asking.walk(code_challenge=None, code_challenge_method=None))["error"] == "invalid_request"
    page = await asking.walk(ALICE, ALLOW)
    assert (await asking.redeem(page, code_verifier="w" * 43)).json()["error"] == "invalid_grant"
    assert (await asking.redeem(await asking.walk(ALICE, ALLOW))).status_code == 200


async def test_refresh_tokens_rotate_and_a_replay_ends_the_family(asking: Asking) -> None:
    """The newest one is dead after the oldest was used again."""
    first = (await asking.redeem(await asking.walk(ALICE, ALLOW))).json()["refresh_token"]
    second = (await asking.refresh(first)).json()["refresh_token"]
    assert second != first
    assert (await asking.refresh(first)).json()["error"] == "invalid_grant"
    assert (await asking.refresh(second)).json()["error"] == "invalid_grant"


async def test_revocation_ends_a_grant(asking: Asking) -> None:
    """Afterwards there is nothing to refresh."""
    token = (await asking.redeem(await asking.walk(ALICE, ALLOW))).json()["refresh_token"]
    assert (await asking.post("/token/revocation", {"token": token})).status_code == 200
    assert (await asking.refresh(token)).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("client", [APP, PUBLIC])
async def test_a_token_for_a_resource_is_a_jwt_for_it(asking: Asking, client: Registered) -> None:
    """Its audience is the resource, its subject the person; unknown resources are refused."""
    asking.client = client
    page = await asking.walk(ALICE, ALLOW, resource=RESOURCE, scope="openid use")
    claims = await read(asking, (await asking.redeem(page, resource=RESOURCE)).json()["access_token"])
    expected = (asking.provider.issuer, RESOURCE, "alice", client.client_id)
    assert (claims["iss"], claims["aud"], claims["sub"], claims["client_id"]) == expected
    assert back(await asking.walk(resource="http://127.0.0.1:9/other"))["error"] == "invalid_target"


async def test_a_foreign_redirect_uri_gets_a_page_and_no_redirect(asking: Asking) -> None:
    """The error stays at the server."""
    page = await asking.walk(redirect_uri="http://elsewhere.localhost:1/callback")
    assert (page.status, page.stopped_before) == (400, "")


async def test_every_request_is_written_down(asking: Asking) -> None:
    """Calls of the token endpoint can be counted at once."""
    before = asking.provider.token_calls()
    await asking.redeem(await asking.walk(ALICE, ALLOW))
    assert asking.provider.token_calls() == before + 1
    assert ("POST", "/token", 200) in asking.provider.requests()


async def test_two_instances_share_nothing(start_oidc_provider: StartProvider) -> None:
    """Not even in one browser, whose cookies reach every port."""
    one, other = (Asking(start_oidc_provider([APP]), APP) for _ in range(2))
    assert one.provider.issuer != other.provider.issuer
    async with ScriptedBrowser() as browser:
        await one.walk(ALICE, ALLOW, browser=browser)
        assert ALICE in (await other.walk(browser=browser)).buttons
        await other.walk(BOB, ALLOW, browser=browser)
        assert "code" in back(await one.walk(browser=browser))


def test_it_ends_with_the_block() -> None:
    """The process is gone, and nobody listens there."""
    with running_oidc_provider([APP]) as provider:
        os.kill(provider.pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(provider.pid, 0)
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(provider.issuer, trust_env=False)


def test_what_keeps_it_from_starting_is_told() -> None:
    """Its own complaint is in the error."""
    broken = Registered("broken", ("not an address",))
    with pytest.raises(RuntimeError, match="redirect_uris"), running_oidc_provider([broken]):
        pass


def test_a_missing_node_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which command to run."""
    assert node_binary().exists()
    monkeypatch.setattr("support.node.TOOLS", node_binary().parent / "nowhere")
    with pytest.raises(RuntimeError, match="make test"):
        node_binary()
