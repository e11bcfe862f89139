"""What time it is. Nothing else in elicitor reads the system's clock.

Times are whole seconds since the epoch. A `Clock` is any callable that returns them, so that tests
move time by hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Clock", "system_clock"]

Clock = Callable[[], int]
"""Returns the present as epoch seconds."""


def system_clock() -> int:
    """The machine's own clock, in whole epoch seconds."""
    return int(time.time())
