"""The rules, one by one, where the table of links does not reach."""

from __future__ import annotations

import pytest

from elicitor.protocol.links import inspect_link
from elicitor.protocol.links.rules import RULES


def codes(url: str, **options: object) -> set[str]:
    """What is found."""
    return {found.code for found in inspect_link(url, **options).findings}  # type: ignore[arg-type]


@pytest.mark.attack("F4")
@pytest.mark.parametrize("host", ["ѕсоре.com", "12з4567890.com", "google丨com.com", "əxample.com", "l·a.com"])
def test_letters_that_pass_for_others_are_found(host: str) -> None:
    """Away from home."""
    assert "lookalike_letters" in codes(f"https://{host}/")


@pytest.mark.parametrize("host", ["ѕсоре.ru", "музей.com", "bücher.de", "一生gamer.com", "例え.jp", "aþcdef.is"])
def test_words_at_home_and_honest_ones_are_not(host: str) -> None:
    """But both spellings are shown."""
    found = codes(f"https://{host}/")
    assert "punycode" in found
    assert "lookalike_letters" not in found


def test_each_rule_is_in_the_table_once() -> None:
    """A rule outside of it would never run."""
    assert len(set(RULES)) == len(RULES)


def test_a_well_known_site_is_no_look_alike_of_itself() -> None:
    """Nor are its own subdomains."""
    assert not codes("https://accounts.google.com/", server_origin="https://google.com")
    assert codes("https://github.com/", server_origin="https://mcp.example.com") == {"other_host"}
