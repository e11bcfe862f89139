"""Waiting for the first of several things, without the exception groups that task groups wrap around failures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import anyio

__all__ = ["first_of", "unwrapped"]

T = TypeVar("T")


@contextmanager
def unwrapped() -> Iterator[None]:
    """Raise a group of one exception, however deep, as that exception.

    Several at once stay a group: a caller who waits for one failure must not lose the other.
    """
    try:
        yield
    except BaseExceptionGroup as group:
        only = _only(group)
        if only is group:
            raise
        raise only from only.__cause__


def _only(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


async def first_of(*contestants: Callable[[], Awaitable[T]]) -> T:
    """Run all at once, return what the first to finish returned, and cancel the rest.

    Where two finish at the same moment, the one that is named first counts.
    """
    results: dict[int, T] = {}

    async def run(place: int, contestant: Callable[[], Awaitable[T]]) -> None:
        results[place] = await contestant()
        group.cancel_scope.cancel()

    with unwrapped():
        async with anyio.create_task_group() as group:
            for place, contestant in enumerate(contestants):
                group.start_soon(run, place, contestant)
    return results[min(results)]
