"""Errors of ours in classes that the SDK passes on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError

from elicitor.errors import Refused
from elicitor.sdk.telling import tellable
from elicitor.server.not_answered import NotAnswered


def request(version: str, method: str = "tools/call") -> Any:
    """A request."""
    return SimpleNamespace(protocol_version=version, method=method)


@pytest.mark.requirement("CAP-6")
@pytest.mark.parametrize("mode", ["url", "form"])
def test_what_a_client_lacks_is_named_in_era_b_only(mode: str) -> None:
    """Era A knows no such error."""
    cannot = Refused("client_cannot_ask", "It cannot.", lacks_mode=mode)
    told: Any = tellable(request("2026-07-28"), cannot)
    assert isinstance(told, MCPError)
    assert told.error.code == -32021
    assert told.error.data == {"requiredCapabilities": {"elicitation": {mode: {}}}}
    assert isinstance(tellable(request("2025-11-25"), cannot), ToolError)


@pytest.mark.requirement("ERR-2")
def test_a_refusal_is_told_in_the_words_of_the_request() -> None:
    """A tool's to the model, others' as an error with its code; never -32042, and none of its evidence."""
    no = Refused("declined", "They said no.", secret_fact="x")
    told: Any = tellable(request("2026-07-28"), no)
    assert isinstance(told, ToolError)
    assert str(told) == "They said no."
    told = tellable(request("2025-11-25", method="prompts/get"), no)
    assert isinstance(told, MCPError)
    assert told.error.code == -32603
    assert told.error.data == {"reason": "declined"}


@pytest.mark.parametrize("method", ["tools/call", "resources/read"])
def test_an_author_can_catch_it_by_its_own_class(method: str) -> None:
    """With everything it said."""
    error = NotAnswered("cancelled", "They dismissed it.", round=2)
    told = tellable(request("2026-07-28", method), error)
    assert isinstance(told, NotAnswered)
    assert (told.code, told.sentence, told.evidence) == ("cancelled", "They dismissed it.", {"round": 2})
    assert tellable(request("2026-07-28", method), told) is told
