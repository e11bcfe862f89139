"""Doing a thing once for all who want it at the same time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import anyio

__all__ = ["Shared"]

T = TypeVar("T")


@dataclass(slots=True)
class _Work(Generic[T]):
    lock: anyio.Lock = field(default_factory=anyio.Lock)
    results: list[T] = field(default_factory=list)
    wanted_by: int = 0


class Shared(Generic[T]):
    """Work by name. Whoever comes while it is being done waits for the same result.

    If the one who does it is cancelled, the next in line does it anew.
    """

    def __init__(self) -> None:
        self._works: dict[str, _Work[T]] = {}

    async def run(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work, or take the result of who is doing it."""
        shared = self._works.setdefault(name, _Work())
        shared.wanted_by += 1
        try:
            async with shared.lock:
                if not shared.results:
                    shared.results.append(await work())
                return shared.results[0]
        finally:
            shared.wanted_by -= 1
            if not shared.wanted_by:
                self._works.pop(name, None)
