"""What is wrong with an answer, as a value."""

from __future__ import annotations

from elicitor.protocol.forms.problems import Problem


def test_a_problem_names_its_field() -> None:
    """And is a value that can be compared."""
    problem = Problem("size", "missing", "This is needed.")
    assert problem == Problem("size", "missing", "This is needed.")
    assert (problem.field, problem.code) == ("size", "missing")
