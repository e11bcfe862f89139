"""A secret hides itself wherever Python would show a value."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from elicitor.secret import Secret


@pytest.mark.attack("E6")
def test_it_shows_stars_in_every_form() -> None:
    """And gives its content to who asks for it by name."""
    secret = Secret("s3cr3t-value")
    for shown in (
        repr(secret),
        str(secret),
        f"{secret}",
        f"{secret:>20}",
        "%s" % secret,  # noqa: UP031
        repr([secret]),
        f"{[secret]!r}",
    ):
        assert "s3cr3t" not in shown
    assert secret.reveal() == "s3cr3t-value"


def test_it_does_not_leave_the_program_by_accident() -> None:
    """Not by pickle, copy or JSON."""
    secret = Secret("x")
    for leave in (pickle.dumps, copy.deepcopy, json.dumps):
        with pytest.raises(TypeError):
            leave(secret)
    with pytest.raises(AttributeError):
        secret.other = 1  # type: ignore[attr-defined]


def test_secrets_compare_by_content_and_only_with_each_other() -> None:
    """Also as keys of a dict; an empty one is false."""
    assert Secret("a") == Secret(Secret("a")) != Secret("b")
    assert (Secret("a") == "a") is False
    assert {Secret("a"): 1}[Secret("a")] == 1
    assert not Secret("")
    with pytest.raises(TypeError):
        Secret(b"a")  # type: ignore[arg-type]
