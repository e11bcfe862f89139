"""The first counts, the rest is cancelled, and failures come as they are."""

from __future__ import annotations

import anyio
import pytest

from elicitor.client.racing import first_of, unwrapped

pytestmark = pytest.mark.anyio


async def later(seconds: float, result: str, done: list[str]) -> str:
    """A contestant."""
    await anyio.sleep(seconds)
    done.append(result)
    return result


async def test_the_first_wins_and_the_others_stop() -> None:
    """No other runs on."""
    done: list[str] = []
    assert await first_of(lambda: later(10, "slow", done), lambda: later(0.01, "fast", done)) == "fast"
    assert done == ["fast"]


async def test_at_the_same_moment_the_first_named_counts() -> None:
    """The order of the arguments settles it."""
    assert await first_of(lambda: later(0, "a", []), lambda: later(0, "b", [])) == "a"


async def test_a_failure_is_raised_as_it_is() -> None:
    """With its cause, out of any depth."""

    async def fail() -> str:
        raise ValueError("broken") from KeyError("why")

    with pytest.raises(ValueError, match="broken") as raised:
        await first_of(lambda: later(10, "slow", []), fail)
    assert isinstance(raised.value.__cause__, KeyError)
    with pytest.raises(ValueError, match="deep"), unwrapped():
        raise ExceptionGroup("outer", [ExceptionGroup("inner", [ValueError("deep")])])


async def test_two_failures_stay_together() -> None:
    """None of them is lost."""
    with pytest.raises(ExceptionGroup), unwrapped():
        raise ExceptionGroup("both", [ValueError("one"), ValueError("two")])
