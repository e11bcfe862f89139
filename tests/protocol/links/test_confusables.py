"""Names that look alike have the same skeleton."""

from __future__ import annotations

import pytest

from elicitor.protocol.links.confusables import bare_skeleton, skeleton


@pytest.mark.attack("F4")
@pytest.mark.parametrize(
    ("looks", "like"),
    [
        ("аррӏе", "apple"),
        ("gооgle", "google"),
        ("gıthub", "github"),
        ("rnicrosoft", "microsoft"),
        ("paypa1", "paypal"),
        ("göögle", "google"),
    ],
)
def test_look_alikes_meet(looks: str, like: str) -> None:
    """And others do not."""
    assert bare_skeleton(looks) == bare_skeleton(like)
    assert bare_skeleton(looks) != bare_skeleton("example")


def test_a_skeleton_keeps_accents_and_a_bare_one_does_not() -> None:
    """Plain names are their own skeletons."""
    assert skeleton("bücher") != skeleton("bucher")
    assert bare_skeleton("bücher") == bare_skeleton("bucher")
    assert skeleton("example") == "example"
