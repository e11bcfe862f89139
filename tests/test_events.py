"""Events are facts without secrets, on one line."""

from __future__ import annotations

import pytest

from elicitor.events import Event
from elicitor.secret import Secret


@pytest.mark.attack("E7")
def test_texts_lose_their_control_characters_and_their_length() -> None:
    """Numbers and booleans stay."""
    event = Event("x", 1, facts={"name": "a\r\nb\x1b[31m\u202e" + "c" * 300, "count": 3, "yes": True})
    name = str(event.facts["name"])
    assert name.isprintable() or "\ufffd" in name
    assert "\n" not in name
    assert len(name) == 200
    assert (event.facts["count"], event.facts["yes"]) == (3, True)


@pytest.mark.attack("E6")
def test_a_secret_is_no_fact() -> None:
    """It is refused when the event is made."""
    with pytest.raises(TypeError):
        Event("x", 1, facts={"token": Secret("s")})  # type: ignore[dict-item]
