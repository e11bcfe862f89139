"""The budget of a stranger's form."""

from __future__ import annotations

from typing import Any

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.forms.sizes import copy_within_limits, too_large


def nested(depth: int) -> dict[str, Any]:
    """Objects in objects."""
    schema: dict[str, Any] = {}
    for _ in range(depth):
        schema = {"a": schema}
    return schema


@pytest.mark.attack("F18")
@pytest.mark.parametrize(
    ("large", "fine"),
    [
        (nested(13), nested(12)),
        (nested(100_000), nested(1)),
        ({"default": "a" * 50_000_000}, {"default": "a" * 10_000}),
        ({"a" * 20_000: 1}, {"a" * 10_000: 1}),
        ([[]] * 100_000, [[]] * 1_000),
        (["a" * 10_000] * 101, ["a" * 10_000] * 99),
        ({"minimum": 10**5000}, {"minimum": 10**300}),
    ],
    ids=["depth", "great depth", "text", "key", "pieces", "characters", "number"],
)
def test_what_is_too_large_is_refused(large: object, fine: object) -> None:
    """Each limit, and a form that stays below it."""
    with pytest.raises(PeerBroke) as caught:
        copy_within_limits(large)
    assert caught.value.code == too_large().code == "form_too_large"
    assert copy_within_limits(fine) == fine


@pytest.mark.parametrize("value", [{1: 2}, {"a": b""}, {"a": float("nan")}, {"a": float("inf")}, object()])
def test_what_is_no_json_is_refused(value: object) -> None:
    """Whoever parsed it should not have let it through."""
    with pytest.raises(PeerBroke) as caught:
        copy_within_limits(value)
    assert caught.value.code == "form_malformed"


@pytest.mark.case("R012", "R013")
def test_the_copy_is_the_same_and_nobody_elses() -> None:
    """Values, types and the order of keys."""
    schema: dict[str, Any] = {"b": [1, 1.0, True, None, "x"], "a": {"$schema": "y"}}
    copy = copy_within_limits(schema)
    assert repr(copy) == repr(schema)
    schema["b"].append(2)
    assert repr(copy) != repr(schema)
