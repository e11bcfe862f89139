"""Takes the marked parameters out of an author's function before the SDK sees it.

The wrapper has the signature without them, so the client is not told about them and cannot fill them in. When it is
called it asks the desk for all of the function's needs at once, and calls the function with the accounts.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Sequence
from typing import Any

import anyio.to_thread

from elicitor.errors import Misuse
from elicitor.sdk.desk import Desk
from elicitor.server.account import Account
from elicitor.server.needs import Connect

__all__ = ["find_marks", "wrap"]

Function = Callable[..., Any]


def find_marks(function: Function) -> dict[str, Connect]:
    """The marked parameters of a function, by name.

    Raises:
        Misuse: `mark_misplaced`, a mark on something that is not an `Account`, or two marks on one parameter.
    """
    try:
        hints = typing.get_type_hints(function, include_extras=True)
    except (NameError, TypeError):
        return {}
    marks: dict[str, Connect] = {}
    for name, hint in hints.items():
        found = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Connect)]
        if not found:
            continue
        if len(found) > 1 or typing.get_args(hint)[0] is not Account:
            raise Misuse("mark_misplaced", f"Write {name}: Annotated[Account, Connect(...)] with one mark.")
        marks[name] = found[0]
    return marks


def wrap(desk: Desk, function: Function) -> Function:
    """The function as the SDK may see it; one without marks is returned as it is.

    Raises:
        Misuse: `unknown_connection` or `mark_misplaced`, when the function is registered.
    """
    marks = find_marks(function)
    if not marks:
        return function
    for mark in marks.values():
        desk.house.provider(mark.need.connection)
    wanted = list(marks.values())

    @functools.wraps(function, updated=())
    async def connected(*args: Any, **kwargs: Any) -> Any:
        async with desk.lend(wanted) as accounts:
            return await _call(function, args, kwargs | dict(zip(marks, accounts, strict=True)))

    del connected.__wrapped__
    _hide(connected, function, list(marks))
    return connected


async def _call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if inspect.iscoroutinefunction(function):
        return await function(*args, **kwargs)
    return await anyio.to_thread.run_sync(functools.partial(function, *args, **kwargs))


def _hide(connected: Function, function: Function, names: Sequence[str]) -> None:
    hints = typing.get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    kept = [
        parameter.replace(annotation=hints.get(name, parameter.annotation))
        for name, parameter in signature.parameters.items()
        if name not in names
    ]
    returns = hints.get("return", signature.return_annotation)
    setattr(connected, "__signature__", signature.replace(parameters=kept, return_annotation=returns))  # noqa: B010
    connected.__annotations__ = {name: hint for name, hint in hints.items() if name not in names}
