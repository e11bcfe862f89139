"""A program that races against copies of itself: `python -m vault.racing <kind> <url> <key> <file>`.

The file holds the names of what is to be won, one a line. It says that it is ready, waits for a line, tries
for all of them from several tasks at once, and prints what it won.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import anyio

from elicitor.protocol.lifecycle import Move, sources_of
from elicitor.vault.effects import Claimed
from elicitor.vault.keys import KeyRing
from elicitor.vault.vault import Vault
from vault.scene import HandClock

_TASKS = 5


async def _race(kind: str, vault: Vault, names: list[str]) -> list[str]:
    tries: dict[str, Callable[[str], Awaitable[object]]] = {
        "take": lambda name: vault.attempts.take(bytes.fromhex(name), sources_of(Move.RETURN)),
        "move": lambda name: vault.tickets.move(bytes.fromhex(name), sources_of(Move.SAY_NO)),
        "spend": lambda name: vault.spent.spend(bytes.fromhex(name), 2**40),
        "claim": lambda name: _claim(vault, bytes.fromhex(name)),
        "lease": lambda name: vault.grants.lease(name, 1, "somebody", 30),
    }
    won: list[str] = []

    async def try_all() -> None:
        won.extend([name for name in names if await tries[kind](name)])

    async with anyio.create_task_group() as group:
        for _ in range(_TASKS):
            group.start_soon(try_all)
    return won


async def _claim(vault: Vault, call: bytes) -> bool:
    hour = timedelta(hours=1)
    return isinstance(await vault.effects.claim(call, "charge", lease=hour, keep=hour, retry_lapsed=True), Claimed)


async def _main(kind: str, url: str, key: str, names: list[str]) -> None:
    vault = Vault.open(url, KeyRing.load(key), HandClock())
    await vault.start()
    print("ready", flush=True)
    sys.stdin.readline()
    print(*await _race(kind, vault, names), flush=True)
    await vault.close()


if __name__ == "__main__":
    *settings, file = sys.argv[1:]
    anyio.run(_main, *settings, Path(file).read_text().split())
