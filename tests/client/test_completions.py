"""Notices of completion count where they belong, and nowhere else."""

from __future__ import annotations

import pytest

from elicitor.client.completions import Completions

pytestmark = pytest.mark.anyio


@pytest.mark.attack("C9")
@pytest.mark.requirement("DONE-4")
@pytest.mark.case("R066")
async def test_unknown_and_repeated_names_change_nothing() -> None:
    """The right name, once, does."""
    completions = Completions()
    with completions.expect("mine") as complete:
        assert not completions.hear("another")
        assert not completions.hear("")
        assert not completions.hear("x" * 2000)
        assert not complete.is_set()
        assert completions.hear("mine")
        assert completions.hear("mine")
        assert complete.is_set()
    assert not completions.hear("mine")


@pytest.mark.attack("C9")
async def test_another_connections_notice_has_no_effect() -> None:
    """Each connection has a memory of its own."""
    ours, theirs = Completions(), Completions()
    with ours.expect("e-1") as complete:
        theirs.hear("e-1")
        assert not complete.is_set()
        ours.hear("e-1")
        assert complete.is_set()


async def test_a_notice_that_comes_first_is_remembered_once() -> None:
    """It may overtake the error that names it."""
    completions = Completions()
    completions.hear("early")
    with completions.expect("early") as complete:
        assert complete.is_set()
    with completions.expect("early") as complete:
        assert not complete.is_set()


async def test_the_memory_is_small() -> None:
    """A server that floods it loses its own oldest notices."""
    completions = Completions()
    for number in range(1000):
        completions.hear(f"e-{number}")
    with completions.expect("e-0") as first, completions.expect("e-999") as last:
        assert (first.is_set(), last.is_set()) == (False, True)
