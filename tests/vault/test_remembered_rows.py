"""Kept answers as rows."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from elicitor.errors import VaultLocked
from elicitor.vault.keys import KeyRing
from elicitor.vault.remembered_rows import open_value, seal_value
from elicitor.vault.seal import Sealer
from vault.scene import ALICE, BOB

RING = KeyRing.load(KeyRing.new_key())


def test_what_was_sealed_is_opened_in_its_place_only() -> None:
    """The key is named; any other place is refused."""
    sealer = Sealer(RING)
    columns = seal_value(sealer, b"window", row_id="row", owner=ALICE, name="seat", version=7)
    assert (columns["version"], columns["key_name"]) == (7, RING.names[0])
    row = SimpleNamespace(id="row", version=7, sealed=columns["sealed"])
    assert open_value(sealer, row, ALICE, "seat") == b"window"
    moved = [
        (row, BOB, "seat"),
        (row, ALICE, "meal"),
        (SimpleNamespace(id="another", version=7, sealed=row.sealed), ALICE, "seat"),
        (SimpleNamespace(id="row", version=8, sealed=row.sealed), ALICE, "seat"),
    ]
    for place in moved:
        with pytest.raises(VaultLocked):
            open_value(sealer, *place)
