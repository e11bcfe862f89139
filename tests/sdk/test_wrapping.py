"""Marked parameters disappear from what the SDK sees, and nothing else does."""

from __future__ import annotations

import inspect
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from pydantic import Field

from elicitor import Account, Answer, Ask, Connect, Filled
from elicitor.errors import Misuse
from elicitor.sdk.wrapping import find_marks, wrap

pytestmark = pytest.mark.anyio


def a_desk() -> Any:
    """A desk that lends texts in the place of accounts, and answers every question with 7."""

    @asynccontextmanager
    async def provide(marks: Any, questions: Any) -> Any:
        yield [f"account of {mark.need.connection}" for mark in marks], [Filled(7) for _ in questions]

    return SimpleNamespace(
        house=SimpleNamespace(provider=lambda name: name),
        provide=provide,
        check=lambda _: None,
        argument=lambda asked, answer: asked.argument(answer),
    )


async def two(
    ctx: int, acme: Annotated[Account, Connect("acme")], git: Annotated[Account, Connect("git")], note: str = "n"
) -> str:
    """Says what it got."""
    return f"{ctx} {acme} {git} {note}"


def plain(a: int) -> int:
    """Nothing marked."""
    return a


def sync(acme: Annotated[Account, Connect("acme")], *, b: int) -> str:
    """Not async."""
    return f"{acme} {b}"


async def test_the_wrapper_has_the_rest_of_the_signature() -> None:
    """With name, documentation and annotations; not with `__wrapped__`, which would show the original."""
    wrapped = wrap(a_desk(), two)
    assert list(inspect.signature(wrapped).parameters) == ["ctx", "note"]
    assert set(wrapped.__annotations__) == {"ctx", "note", "return"}
    assert (wrapped.__name__, wrapped.__doc__) == ("two", "Says what it got.")
    assert not hasattr(wrapped, "__wrapped__")
    assert await wrapped(ctx=1) == "1 account of acme account of git n"


async def test_functions_that_are_not_async_become_so() -> None:
    """And run in a thread."""
    wrapped = wrap(a_desk(), sync)
    assert inspect.iscoroutinefunction(wrapped)
    assert await wrapped(b=2) == "account of acme 2"


async def test_questions_are_marked_in_the_same_way() -> None:
    """Beside accounts; with the value, or with the outcome, and with what pydantic was told of the type."""

    def asks(
        acme: Annotated[Account, Connect("acme")],
        value: Annotated[int, Ask("How many?"), Field(ge=5)],
        outcome: Annotated[Answer[int], Ask("How many more?")],
        b: int,
    ) -> str:
        return f"{acme} {value} {outcome} {b}"

    wrapped = wrap(a_desk(), asks)
    assert list(inspect.signature(wrapped).parameters) == ["b"]
    assert await wrapped(b=2) == "account of acme 7 Filled(value=7) 2"
    asked: Any = find_marks(asks)["value"]
    assert asked.question.form.fields[0].minimum == 5


def test_a_function_without_marks_is_itself() -> None:
    """As is one whose annotations cannot be read."""
    assert wrap(a_desk(), plain) is plain

    def odd(a: Nowhere) -> None:  # type: ignore[name-defined]  # noqa: F821
        """Its annotation leads nowhere."""

    assert find_marks(odd) == {}


def test_two_marks_on_one_parameter_are_refused() -> None:
    """Which one would it be?"""

    def doubled(a: Annotated[Account, Connect("a"), Connect("b")]) -> None:
        """Two."""

    with pytest.raises(Misuse):
        find_marks(doubled)
