"""Links we may send, and the public address."""

from __future__ import annotations

import pytest

from elicitor import development_http
from elicitor.errors import Misuse
from elicitor.protocol.link import validate_outgoing_link, validate_public_url

GOOD = "https://mcp.example.com/connect/0123456789"


@pytest.mark.requirement("URL-3", "URL-5", "URL-7")
@pytest.mark.parametrize(
    "link",
    [
        "mcp.example.com",
        "//mcp.example.com",
        "javascript:alert(1)",
        "http://mcp.example.com/",
        "https://user:pass@mcp.example.com/",
        "https://mcp.example.com\\@evil.example/",
        "https://mcp.example.com/ x",
        "https://mcp.example.com/?access_token=x",
        "https://mcp.example.com/?api-key=x",
        "https://mcp.example.com/ann@example.org",
        "https://mcp.example.com/?to=ann%40example.org",
        "https://mcp.example.com/#eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x",
    ],
)
def test_a_link_that_is_none_or_carries_too_much_is_not_sent(link: str) -> None:
    """The plain one is."""
    assert validate_outgoing_link(GOOD, None) == GOOD
    with pytest.raises(Misuse):
        validate_outgoing_link(link, None)


@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
def test_plain_http_is_for_loopback_in_development() -> None:
    """Nowhere else."""
    assert validate_public_url("http://127.0.0.1:8000", development_http()).origin == "http://127.0.0.1:8000"
    with pytest.raises(Misuse, match="development_http"):
        validate_public_url("http://127.0.0.1:8000", None)
    with pytest.raises(Misuse, match="loopback"):
        validate_public_url("http://mcp.example.com", development_http())


def test_the_public_address_carries_the_prefix() -> None:
    """Without a slash at its end."""
    url = validate_public_url("https://mcp.example.com/files/", None)
    assert url.at("/connect/x") == "https://mcp.example.com/files/connect/x"
