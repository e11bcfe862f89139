"""Alphabets that are written together, and signs out of place."""

from __future__ import annotations

import pytest

from elicitor.protocol.links.scripts import has_misplaced_signs, mixes_scripts, scripts_of, uses_rare_script


@pytest.mark.parametrize("label", ["пример", "例え", "日本カフェ", "한국abc", "bücher", "ελλάδα", "हिन्दी-123", "مثال"])
def test_honest_words_are_left_alone(label: str) -> None:
    """In their own alphabets, with digits and accents."""
    assert not mixes_scripts(label)
    assert not uses_rare_script(label)
    assert not has_misplaced_signs(label)


@pytest.mark.parametrize("label", ["аpple", "googlе", "ελlada", "fo૦", "héllo中国", "੨0"])
def test_mixtures_are_seen(label: str) -> None:
    """One letter is enough."""
    assert mixes_scripts(label)


def test_rare_alphabets_and_signs_out_of_place_are_seen() -> None:
    """Each by its own rule."""
    assert uses_rare_script("ᏚᏴ")
    assert uses_rare_script("ㇱ")
    assert has_misplaced_signs("pi\u0307xel")
    assert has_misplaced_signs("০২")
    assert has_misplaced_signs("ー動画")
    assert has_misplaced_signs("モヒートへブン")
    assert not has_misplaced_signs("カー")
    assert scripts_of("a1-б") == {"LATIN", "CYRILLIC"}
