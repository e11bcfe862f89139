"""Doing something once for a call whose body runs several times (`ask.once`).

The claim is a row, so it holds across workers, and a lease, so it ends when its process dies. What nobody knows the end
of is done again only where the author said so.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import anyio

from elicitor.errors import Misuse, Refused
from elicitor.server.leaving import LeaveToAsk
from elicitor.server.lodge import Lodge
from elicitor.vault.effects import Claimed, Failed, Lapsed, Recorded, Taken

__all__ = ["Effect", "do_once", "is_inside_once"]

_inside: ContextVar[bool] = ContextVar("elicitor_inside_once", default=False)

_LOOK_AGAIN = 0.1
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that is done once.

    Attributes:
        call: the digest that names the call.
        name: names it within the call.
        lease: how long it may take.
        again_if_unsure: whether it is done again when its process died in the middle.
    """

    call: bytes
    name: str
    lease: timedelta
    again_if_unsure: bool

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= _LONGEST_NAME:
            raise Misuse("effect_unnamed", f"ask.once takes a name of up to {_LONGEST_NAME} characters.")


def is_inside_once() -> bool:
    """Whether this runs inside of something that is done once."""
    return _inside.get()


async def do_once(lodge: Lodge, effect: Effect, do: Callable[[], Awaitable[Any]]) -> Any:
    """Do it, or give the result it had.

    Raises:
        Refused: `effect_unsure`, `effect_failed`, `effect_busy`.
        Misuse: `effect_not_json`, `asked_inside_once`.
    """
    with anyio.move_on_after(lodge.settings.patience.total_seconds()):
        while True:
            claim = await lodge.vault.effects.claim(
                effect.call,
                effect.name,
                lease=effect.lease,
                keep=lodge.settings.effect_life,
                retry_lapsed=effect.again_if_unsure,
            )
            if not isinstance(claim, Taken):
                break
            await anyio.sleep(_LOOK_AGAIN)
    match claim:
        case Claimed():
            return await _do(lodge, effect, claim, do)
        case Recorded():
            return json.loads(claim.result)
        case Failed():
            raise Refused(
                "effect_failed",
                f"“{effect.name}” was tried in this call and failed. It is not done again.",
                because=claim.reason,
            )
        case Lapsed():
            raise Refused(
                "effect_unsure",
                f"“{effect.name}” was begun and its end is not known, so it is not done again. See whether it was done "
                "before you call again.",
            )
        case _:
            raise Refused("effect_busy", f"“{effect.name}” is being done for this call just now. Call again later.")


async def _do(lodge: Lodge, effect: Effect, claim: Claimed, do: Callable[[], Awaitable[Any]]) -> Any:
    effects = lodge.vault.effects
    token = _inside.set(True)
    try:
        result = await do()
    except LeaveToAsk:
        await _give_back(lodge, effect, claim)
        raise Misuse("asked_inside_once", f"Ask before ask.once({effect.name!r}, ...), not inside it.") from None
    except Exception as error:
        if effect.again_if_unsure:
            await _give_back(lodge, effect, claim)
        else:
            await effects.fail(effect.call, effect.name, claim.fence, type(error).__name__)
        raise
    finally:
        _inside.reset(token)
    try:
        made = json.dumps(result)
    except (TypeError, ValueError) as error:
        await effects.fail(effect.call, effect.name, claim.fence, "effect_not_json")
        raise Misuse(
            "effect_not_json", f"ask.once({effect.name!r}, ...) keeps its result as JSON; give back what JSON can hold."
        ) from error
    if await effects.record(effect.call, effect.name, claim.fence, made.encode()):
        return json.loads(made)
    # It took longer than its lease, and somebody else was told to do it again: theirs is the result that counts.
    return await do_once(lodge, effect, do)


async def _give_back(lodge: Lodge, effect: Effect, claim: Claimed) -> None:
    await lodge.vault.effects.release(effect.call, effect.name, claim.fence)
