"""Filling in forms as a person can."""

from __future__ import annotations

import pytest

from elicitor.testing.browser import NotOnThePage
from elicitor.testing.browser.filling import Value, fill, find_button
from elicitor.testing.browser.markup import Form, read_markup

FORM = (
    '<form><input name="text" value="old"><input type="hidden" name="secret" value="1">'
    '<input name="fixed" value="1" disabled>'
    '<input type="radio" name="one" value="a" checked><input type="radio" name="one" value="b">'
    '<input type="checkbox" name="some" value="x" checked><input type="checkbox" name="some" value="y">'
    '<select name="pick"><option value="p"><option value="q"></select><textarea name="area"></textarea>'
    "<button>First</button><button>Second</button></form>"
)


def _form() -> Form:
    (form,) = read_markup(FORM).forms
    return form


@pytest.mark.parametrize(
    ("name", "answer", "expected"),
    [
        ("text", "new", ["new"]),
        ("one", "b", ["b"]),
        ("some", True, ["x", "y"]),
        ("some", False, None),
        ("some", "y", ["y"]),
        ("some", ["x", "y"], ["x", "y"]),
        ("pick", "q", ["q"]),
        ("area", "words", ["words"]),
    ],
)
def test_answers(name: str, answer: Value, expected: list[str] | None) -> None:
    """Each kind of field; the page's own form stays as it was."""
    form = _form()
    before = form.pairs()
    assert fill(form, {name: answer}).values.get(name) == expected
    assert form.pairs() == before


@pytest.mark.parametrize("name", ["secret", "fixed", "absent"])
def test_a_person_cannot_change_what_is_hidden_or_off(name: str) -> None:
    """Forging is done with submit_from, where it can be seen."""
    with pytest.raises(NotOnThePage) as caught:
        fill(_form(), {name: "x"})
    assert caught.value.code == "no_field"


@pytest.mark.parametrize(("name", "answer"), [("one", "c"), ("some", ["z"]), ("pick", "r")])
def test_only_what_is_offered_can_be_chosen(name: str, answer: Value) -> None:
    """The sentence says what is."""
    with pytest.raises(NotOnThePage) as caught:
        fill(_form(), {name: answer})
    assert caught.value.code == "no_choice"


def test_buttons_are_found_by_their_text() -> None:
    """The first one where no text is given."""
    forms = read_markup(FORM).forms
    assert find_button(forms, "Second")[1].text == "Second"
    assert find_button(forms, "")[1].text == "First"
    with pytest.raises(NotOnThePage, match="'First', 'Second'"):
        find_button(forms, "Third")
    with pytest.raises(NotOnThePage, match="none"):
        find_button([], "")
