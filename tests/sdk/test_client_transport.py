"""From what a user names to a connection, and to what it is called."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.client._memory import InMemoryTransport
from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver import MCPServer

from elicitor.errors import Misuse
from elicitor.protocol.modes import NO_MODES, Modes
from elicitor.sdk.client_transport import asker_of, honest, transport_to

BOTH, FORMS, LINKS = Modes(form=True, url=True), Modes(form=True, url=False), Modes(form=False, url=True)


@pytest.mark.requirement("UI-1")
@pytest.mark.parametrize(
    ("target", "name", "called", "place", "is_remote"),
    [
        ("https://mcp.example.com/mcp", "Acme files", "Acme files", "https://mcp.example.com", True),
        ("https://mcp.example.com/mcp", "", "mcp.example.com", "https://mcp.example.com", True),
        ("http://127.0.0.1:8000/mcp", "", "127.0.0.1", "http://127.0.0.1:8000", False),
        (["/usr/bin/python3", "server.py"], "", "python3", "", False),
        (StdioServerParameters(command="npx", args=["x"]), "", "npx", "", False),
        (MCPServer("Tables"), "", "Tables", "", False),
        (MCPServer("Tables"), "Mine", "Mine", "", False),
    ],
)
def test_a_server_is_called_what_its_user_says(
    target: Any, name: str, called: str, place: str, is_remote: bool
) -> None:
    """Else by its host or program."""
    asker = asker_of(target, name)
    assert asker.name == called
    assert place in asker.place
    assert asker.is_remote is is_remote


@pytest.mark.parametrize("target", ["", "mcp.example.com", "ftp://mcp.example.com", "https://", "javascript:alert(1)"])
def test_what_is_no_address_is_refused(target: str) -> None:
    """With a sentence; a good one is taken."""
    with pytest.raises(Misuse, match="no address"):
        asker_of(target, "x")
    assert asker_of("https://mcp.example.com", "x").name == "x"


def test_http_options_go_with_addresses_only() -> None:
    """And not beside the application's own HTTP client."""
    with pytest.raises(Misuse, match="address"):
        transport_to(MCPServer("Tables"), BOTH, headers={"a": "b"})
    with pytest.raises(Misuse, match="own http_client"):
        transport_to("https://mcp.example.com", BOTH, headers={"a": "b"}, http_client=object())
    assert transport_to("https://mcp.example.com", BOTH, headers={"a": "b"})


@pytest.mark.requirement("CAP-1")
def test_only_a_single_mode_needs_correction() -> None:
    """Both, or none, is what the SDK says by itself."""
    server = MCPServer("Tables")
    transport = InMemoryTransport(server)
    for modes in (BOTH, NO_MODES):
        assert honest(transport, modes) is transport
        assert transport_to(server, modes) is server
    for modes in (FORMS, LINKS):
        assert honest(transport, modes) is not transport
        assert transport_to(server, modes) is not server
