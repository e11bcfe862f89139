"""An ask is a value."""

from __future__ import annotations

from elicitor.protocol.asks import LinkAsk


def test_two_asks_with_the_same_content_are_the_same() -> None:
    """They are compared when a call comes again."""
    first, second = (LinkAsk("acme", "Why", "https://mcp.example.com/connect/x", "id", "x") for _ in range(2))
    assert first == second
