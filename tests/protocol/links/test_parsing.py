"""One parse, as a browser does it."""

from __future__ import annotations

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.links.parsing import parse


@pytest.mark.attack("F2")
def test_only_the_serialised_form_is_kept_for_showing() -> None:
    """With the parts the rules look at."""
    parts = parse("HTTPS://User@EXAMPLE.com:443/a b?q#f")
    assert (parts.scheme, parts.host, parts.port, parts.userinfo) == ("https", "example.com", None, True)
    assert parts.url == "https://User@example.com/a%20b?q#f"
    assert parts.path == "/a%20b?q#f"
    assert parse("https://example.com:8443").port == 8443


def test_what_cannot_be_read_is_a_breach() -> None:
    """Also when it is too long, or no text at all."""
    for text in ("x", "https://[::1", "https://example.com/" + "a" * 9000, None):
        with pytest.raises(PeerBroke):
            parse(text)  # type: ignore[arg-type]
