"""What the endpoints share."""

from __future__ import annotations

import pytest

from elicitor.errors import Misuse
from elicitor.testing.box.keys import SigningKey
from elicitor.testing.box.ledger import Ledger
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.settings import Settings
from elicitor.testing.box.visits import Visits


def _parts() -> Parts:
    settings = Settings()
    return Parts(settings, SigningKey("ES256"), Ledger(settings.clock), Visits(settings.clock))


def test_without_an_address_nothing_is_said_in_its_name() -> None:
    """`no_issuer`; with one it is given as it is."""
    parts = _parts()
    with pytest.raises(Misuse) as caught:
        _ = parts.issuer
    assert caught.value.code == "no_issuer"
    parts.address = "http://127.0.0.1:1"
    assert parts.issuer == "http://127.0.0.1:1"


def test_two_boxes_share_nothing() -> None:
    """No default is one object for all."""
    first, second = _parts(), _parts()
    first.clients["x"] = first.consents["a", "b"] = None  # type: ignore[assignment]
    first.resources.append("r")
    assert (second.clients, second.consents, second.resources) == ({}, {}, [])
