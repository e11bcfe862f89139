"""Time is whole seconds."""

from __future__ import annotations

import time

from elicitor.clock import system_clock


def test_the_system_clock_tells_epoch_seconds() -> None:
    """As the machine has them."""
    assert isinstance(system_clock(), int)
    assert abs(system_clock() - time.time()) < 5
