"""A credential shows none of its secrets."""

from __future__ import annotations

from elicitor.credential import Credential
from elicitor.secret import Secret


def test_its_repr_hides_the_tokens() -> None:
    """And its extra facts are its own."""
    first, second = Credential(Secret("aaa"), Secret("bbb"), 7), Credential(Secret("aaa"))
    assert "aaa" not in repr(first)
    assert "bbb" not in repr(first)
    assert first.extra is not second.extra
