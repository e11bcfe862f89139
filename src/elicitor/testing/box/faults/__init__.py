"""How the box misbehaves on request, one reply at a time."""

from elicitor.testing.box.faults.mishaps import Fault, Mishaps, Place

__all__ = ["Fault", "Mishaps", "Place"]
