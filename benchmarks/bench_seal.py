"""Sealing and opening a record of 1.2 kB, on one core; beside it the bare cipher under one key, for the machine."""

from __future__ import annotations

import time
from collections.abc import Callable

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from report import begin, end, figure, spread

from elicitor import KeyRing
from elicitor.principal import Owner
from elicitor.vault.seal import Binding, Sealer

RECORD = b"x" * 1200
SECONDS = 2.0
ROUNDS = 5000


def main() -> None:
    """Five stretches of each, in turns, since the machine is shared; the median and the best. Then single rounds."""
    begin(f"sealing: one thread, records of 1.2 kB, five stretches in turns, {ROUNDS} single rounds")
    sealer = Sealer(KeyRing.load(KeyRing.new_key()))
    owner = Owner("", "https://auth.example.com", "alice")
    cipher, nonce = AESGCM(b"k" * 32), b"n" * 12

    def ours(number: int) -> None:
        binding = Binding("grant", owner, "github", f"record-{number}", "credential", 1)
        sealer.open(binding, sealer.seal(binding, RECORD))

    def bare(_: int) -> None:
        cipher.decrypt(nonce, cipher.encrypt(nonce, RECORD, b""), b"")

    rates: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(5):
        rates["ours"].append(rate(ours))
        rates["bare"].append(rate(bare))
    median, best = sorted(rates["ours"])[2], max(rates["ours"])
    figure(f"seal and open: {median:,.0f} a second at the median, {best:,.0f} at best", value=best, least=60_000)
    cipher_rate = sorted(rates["bare"])[2]
    figure(f"the bare cipher: {cipher_rate:,.0f} a second; ours has {median / cipher_rate:.2f} of it")
    once, rare = spread([lasting(ours, number) for number in range(ROUNDS)])
    figure(f"one seal and open: {once * 1e6:.1f} us p50, {rare * 1e6:.1f} us p99")
    end()


def lasting(work: Callable[[int], None], number: int) -> float:
    """Seconds of one round."""
    started = time.perf_counter()
    work(number)
    return time.perf_counter() - started


def rate(work: Callable[[int], None]) -> float:
    """How often a second."""
    done, until = 0, time.perf_counter() + SECONDS / 5
    while time.perf_counter() < until:
        work(done)
        done += 1
    return done / (SECONDS / 5)


if __name__ == "__main__":
    main()
