"""Takes the marked parameters out of an author's function before the SDK sees it.

The wrapper has the signature without them, so the client is not told about them and cannot fill them in. When it is
called it asks the desk for all that the function needs at once, and calls the function with accounts and answers.
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
from elicitor.server.ask import Ask, Asked
from elicitor.server.needs import Connect

__all__ = ["find_marks", "wrap"]

Function = Callable[..., Any]
Mark = Connect | Asked


def find_marks(function: Function) -> dict[str, Mark]:
    """The marked parameters of a function, by name.

    Raises:
        Misuse: `mark_misplaced`, a `Connect` on something that is not an `Account`, or two marks on one parameter;
            or a question that no form can put, as `define_form` says.
    """
    try:
        hints = typing.get_type_hints(function, include_extras=True)
    except (NameError, TypeError):
        return {}
    marks: dict[str, Mark] = {}
    for name, hint in hints.items():
        found = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Connect | Ask)]
        if len(found) > 1:
            raise Misuse("mark_misplaced", f"The parameter {name} has two marks; give it one.")
        if found:
            marks[name] = _mark(name, hint, found[0])
    return marks


def _mark(name: str, hint: Any, mark: Connect | Ask) -> Mark:
    wanted = typing.get_args(hint)[0]
    if isinstance(mark, Ask):
        others = tuple(each for each in hint.__metadata__ if each is not mark)
        return mark.about(typing.Annotated[(wanted, *others)] if others else wanted)
    if wanted is not Account:
        raise Misuse("mark_misplaced", f"Write {name}: Annotated[Account, Connect(...)] with one mark.")
    return mark


def wrap(desk: Desk, function: Function) -> Function:
    """The function as the SDK may see it; one without marks is returned as it is.

    Raises:
        Misuse: `unknown_connection` or `mark_misplaced`, when the function is registered.
    """
    marks = find_marks(function)
    if not marks:
        return function
    connects = {name: mark for name, mark in marks.items() if isinstance(mark, Connect)}
    asks = {name: mark for name, mark in marks.items() if isinstance(mark, Asked)}
    for mark in connects.values():
        desk.house.provider(mark.need.connection)
    for asked in asks.values():
        desk.check(asked.question)
    questions = [asked.question for asked in asks.values()]

    @functools.wraps(function, updated=())
    async def provided(*args: Any, **kwargs: Any) -> Any:
        async with desk.provide(list(connects.values()), questions) as (accounts, answers):
            found = dict(zip(connects, accounts, strict=True))
            for (name, asked), answer in zip(asks.items(), answers, strict=True):
                found[name] = desk.argument(asked, answer)
            return await _call(function, args, kwargs | found)

    del provided.__wrapped__
    _hide(provided, function, list(marks))
    return provided


async def _call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if inspect.iscoroutinefunction(function):
        return await function(*args, **kwargs)
    return await anyio.to_thread.run_sync(functools.partial(function, *args, **kwargs))


def _hide(provided: Function, function: Function, names: Sequence[str]) -> None:
    hints = typing.get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    kept = [
        parameter.replace(annotation=hints.get(name, parameter.annotation))
        for name, parameter in signature.parameters.items()
        if name not in names
    ]
    returns = hints.get("return", signature.return_annotation)
    setattr(provided, "__signature__", signature.replace(parameters=kept, return_annotation=returns))  # noqa: B010
    provided.__annotations__ = {name: hint for name, hint in hints.items() if name not in names}
