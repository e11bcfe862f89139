"""How an ask and a refusal reach a client, by its era and modes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ClientCapabilities

from elicitor.protocol.asks import LinkAsk
from elicitor.sdk.delivery import NeedsPerson, can_take_links, era_b_result, told_by_result

ASKS = [LinkAsk(name, "Why", f"https://mcp.example.com/connect/{name}", f"id-{name}", name) for name in ("a", "b")]


def request(version: str, elicitation: object = None, method: str = "tools/call") -> Any:
    """A request of a client that declared this."""
    declared = None
    if elicitation is not None:
        declared = ClientCapabilities.model_validate({"elicitation": elicitation})
    return SimpleNamespace(
        protocol_version=version, method=method, session=SimpleNamespace(client_capabilities=declared)
    )


@pytest.mark.requirement("CAP-2", "CAP-4")
@pytest.mark.parametrize(
    ("version", "elicitation", "yes"),
    [
        ("2025-11-25", {"url": {}}, True),
        ("2026-07-28", {"url": {}, "form": {}}, True),
        ("2025-11-25", {}, False),
        ("2026-07-28", {"form": {}}, False),
        ("2025-06-18", {"url": {}}, False),
        ("2025-11-25", None, False),
    ],
)
def test_links_go_to_those_who_declared_them(version: str, elicitation: object, yes: bool) -> None:
    """And to no peer of a revision without them."""
    assert can_take_links(request(version, elicitation)) is yes


@pytest.mark.requirement("ERR-3", "ERR-4", "URL-1")
def test_era_a_lists_every_link_with_its_id() -> None:
    """In one error."""
    error = NeedsPerson(ASKS).error
    assert error.code == -32042
    listed = error.data["elicitations"]
    assert [(e["mode"], e["elicitationId"], e["url"]) for e in listed] == [
        ("url", ask.elicitation_id, ask.url) for ask in ASKS
    ]


@pytest.mark.requirement("URL-2", "MRTR-1", "ERR-6")
def test_era_b_asks_for_all_in_one_result_without_ids() -> None:
    """By the names of the connections."""
    wire = era_b_result(ASKS, {"ask.0": {"method": "elicitation/create"}}, "state", {"name": "Files"})
    assert wire["resultType"] == "input_required"
    assert wire["requestState"] == "state"
    assert list(wire["inputRequests"]) == ["a", "b", "ask.0"]
    assert wire["inputRequests"]["a"] == {
        "method": "elicitation/create",
        "params": {"mode": "url", "message": "Why", "url": ASKS[0].url},
    }
    assert wire["_meta"]["io.modelcontextprotocol/serverInfo"] == {"name": "Files"}


def test_the_low_level_server_returns_its_refusal() -> None:
    """With the result type in the era that has one."""
    for version, has in (("2025-11-25", False), ("2026-07-28", True)):
        wire = told_by_result(ToolError("No."), request(version))
        assert wire["isError"] is True
        assert ("resultType" in wire) is has
