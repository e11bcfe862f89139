"""A server is named as its user names it."""

from __future__ import annotations

import pytest

from elicitor.client.asker import Asker
from elicitor.errors import Misuse


@pytest.mark.requirement("UI-1")
def test_a_server_has_a_name_and_a_place() -> None:
    """Remote ones have an origin, local ones are programs."""
    assert Asker("Acme files", "https://mcp.example.com", is_remote=True).place == "https://mcp.example.com"
    assert Asker("Acme files").place == "a program on this computer"


@pytest.mark.parametrize("name", ["", "  ", "Git\u200bHub", "a\nb", "\x1b[1mAcme"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    """It would be shown in our own words; a plain one is taken."""
    with pytest.raises(Misuse, match="name"):
        Asker(name)
    assert Asker("GitHub").name == "GitHub"
