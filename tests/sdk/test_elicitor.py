"""Starting and attaching: what is wrong is said in one sentence, before any request."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest
from mcp.server.auth.settings import AuthSettings
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer

from elicitor import Account, Connect, Elicitor, JWTVerifier, KeyRing, SignIn, development_http, github, oidc
from elicitor.errors import ElicitorError, Misuse

ISSUER = "https://auth.example.com"
RESOURCE = "https://mcp.example.com/mcp"


def an_elicitor(tmp_path: Path, **changes: Any) -> Elicitor:
    """One that is right, but for the changes."""
    settings: dict[str, Any] = {
        "public_url": "https://mcp.example.com",
        "connections": [github("id", "secret")],
        "identity": SignIn(issuer=ISSUER, client_id="pages", client_secret="secret"),
        "keys": KeyRing.load(KeyRing.new_key()),
        "storage": f"sqlite:///{tmp_path}/elicitor.db",
    }
    return Elicitor(**(settings | changes))


def a_server(**changes: Any) -> MCPServer[Any]:
    """An MCP server with authorization."""
    settings: dict[str, Any] = {
        "token_verifier": JWTVerifier(issuer=ISSUER, audience=RESOURCE),
        "auth": AuthSettings(issuer_url=ISSUER, resource_server_url=RESOURCE, validate_token_resource=True),
    }
    return MCPServer("Files", **(settings | changes))


def refused(code: str, act: Callable[[], object]) -> str:
    """The sentence of the refusal."""
    with pytest.raises(ElicitorError) as error:
        act()
    assert error.value.code == code
    return error.value.sentence


def test_what_is_right_attaches(tmp_path: Path) -> None:
    """And a marked function loses its parameter."""
    elicitor, mcp = an_elicitor(tmp_path), a_server()
    elicitor.attach(mcp)

    @mcp.tool()
    async def list_repos(account: Annotated[Account, Connect("github")], owner: str) -> list[str]:
        """Repos."""
        return [owner, account.name]

    (tool,) = mcp._tool_manager.list_tools()
    assert list(tool.parameters["properties"]) == ["owner"]
    assert tool.description == "Repos."
    assert elicitor.routes()


def test_a_wrong_configuration_is_refused_at_once(tmp_path: Path) -> None:
    """Each with a sentence that says what to change."""
    assert "https" in refused("public_url_invalid", lambda: an_elicitor(tmp_path, public_url="http://mcp.example.com"))
    twice = [github("a", "b"), github("c", "d")]
    assert "github" in refused("connection_repeated", lambda: an_elicitor(tmp_path, connections=twice))
    refused("no_key", lambda: an_elicitor(tmp_path, keys=KeyRing.load()))
    refused("sign_in_malformed", lambda: SignIn(issuer="", client_id="x"))


def test_attaching_twice_late_or_without_authorization_is_refused(tmp_path: Path) -> None:
    """As the server would lack its pages, or its users."""
    elicitor, mcp = an_elicitor(tmp_path), a_server()
    refused("not_attached", elicitor.routes)
    elicitor.attach(mcp)
    refused("attached_twice", lambda: elicitor.attach(a_server()))
    late = a_server()
    late.streamable_http_app()
    refused("attached_too_late", lambda: an_elicitor(tmp_path).attach(late))
    refused("no_authorization", lambda: an_elicitor(tmp_path).attach(MCPServer("Files")))
    sentence = refused("no_authorization", lambda: an_elicitor(tmp_path).attach(Server("Files")))
    assert "token_verifier=" in sentence


@pytest.mark.parametrize("kind", ["tool", "prompt", "resource"])
def test_a_function_registered_before_attach_is_refused(kind: str) -> None:
    """By the SDK's own look at its parameters."""
    mcp = a_server()
    decorate = {"tool": mcp.tool, "prompt": mcp.prompt, "resource": lambda: mcp.resource("files://{account}")}[kind]

    async def list_repos(account: Annotated[Account, Connect("github")]) -> str:
        return account.name

    with pytest.raises(Misuse, match="attach"):
        decorate()(list_repos)


def test_a_misspelt_connection_is_refused_with_the_names_there_are(tmp_path: Path) -> None:
    """When the function is registered."""
    mcp = a_server()
    an_elicitor(tmp_path).attach(mcp)

    async def list_repos(account: Annotated[Account, Connect("githbu")]) -> str:
        return account.name

    assert "github" in refused("unknown_connection", lambda: mcp.tool()(list_repos))


def test_marks_stand_on_accounts_only(tmp_path: Path) -> None:
    """One of them, and its scopes are a set."""
    mcp = a_server()
    an_elicitor(tmp_path).attach(mcp)

    async def wrong(account: Annotated[str, Connect("github")]) -> str:
        return account

    refused("mark_misplaced", lambda: mcp.tool()(wrong))
    refused("connect_malformed", lambda: Connect("github", scopes="repo"))
    refused("connect_malformed", lambda: Connect(""))


@pytest.mark.anyio
async def test_stdio_is_refused_with_a_word_about_the_future(tmp_path: Path) -> None:
    """Instead of serving people who cannot be told apart."""
    mcp = a_server()
    an_elicitor(tmp_path).attach(mcp)
    with pytest.raises(Misuse, match="later release"):
        await mcp.run_stdio_async()


@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
def test_development_has_to_be_named(tmp_path: Path) -> None:
    """And allows loopback."""
    an_elicitor(tmp_path, public_url="http://127.0.0.1:8000", development=development_http())
    refused("public_url_invalid", lambda: an_elicitor(tmp_path, public_url="http://127.0.0.1:8000"))


@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
def test_plain_http_anywhere_in_the_configuration_is_refused_by_name(tmp_path: Path) -> None:
    """Before any request; the same on loopback goes with the named permission."""
    local = oidc("http://127.0.0.1:9401", name="acme", title="Acme", client_id="me", api_origins=["http://[::1]:1"])
    sign_in = SignIn(issuer="http://localhost:9400", client_id="pages")
    an_elicitor(tmp_path, connections=[local], identity=sign_in, development=development_http())
    assert "9401" in refused("issuer_not_https", lambda: an_elicitor(tmp_path, connections=[local]))
    assert "9400" in refused("issuer_not_https", lambda: an_elicitor(tmp_path, identity=sign_in))
    open_api = oidc(ISSUER, name="acme", title="Acme", client_id="me", api_origins=["http://api.example"])
    assert "acme" in refused("api_origin_not_https", lambda: an_elicitor(tmp_path, connections=[open_api]))
