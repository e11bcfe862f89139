"""Sealing and opening a record of 1.2 kB, on one core."""

from __future__ import annotations

import time

from elicitor import KeyRing
from elicitor.principal import Owner
from elicitor.vault.seal import Binding, Sealer

RECORD = b"x" * 1200
SECONDS = 2.0


def main() -> None:
    """The best of five stretches, since the machine is shared, and the median."""
    sealer = Sealer(KeyRing.load(KeyRing.new_key()))
    owner = Owner("", "https://auth.example.com", "alice")
    rates = []
    for _ in range(5):
        done, end = 0, time.perf_counter() + SECONDS / 5
        while time.perf_counter() < end:
            binding = Binding("grant", owner, "github", f"record-{done}", "credential", 1)
            sealer.open(binding, sealer.seal(binding, RECORD))
            done += 1
        rates.append(done / (SECONDS / 5))
    rates.sort()
    print(f"seal and open of 1.2 kB: {rates[2]:,.0f} a second at the median, {rates[-1]:,.0f} at best")


if __name__ == "__main__":
    main()
