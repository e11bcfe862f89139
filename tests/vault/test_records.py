"""Records show no secret when they are printed."""

from __future__ import annotations

import dataclasses

import pytest

from elicitor.vault.records import Attempt, Grant
from vault.scene import Scene

pytestmark = pytest.mark.anyio


async def test_a_printed_record_shows_stars(scene: Scene) -> None:
    """Neither tokens nor the secrets of a trip."""
    trip = await scene.come_back()
    grant = await scene.settle(trip)
    shown = f"{trip.draft!r} {trip.attempt} {grant!r}"
    for secret in (trip.draft.nonce, trip.draft.verifier, trip.draft.return_to):
        assert secret.reveal() not in shown
    assert "access-first" not in shown
    assert "refresh-first" not in shown


def test_a_record_cannot_be_changed() -> None:
    """It says what a row said; changing it would change nothing."""
    for record in (Attempt, Grant):
        assert dataclasses.fields(record)
        assert record.__dataclass_params__.frozen
