"""A form on the page: taken only when it fits, and sent only after a review."""

from __future__ import annotations

import pytest

from elicitor.client.asker import Asker
from elicitor.client.page.app import _environment
from elicitor.client.page.form_sheet import FormSheet
from elicitor.client.person import Blocked, FormQuestion
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.forms import read_form
from elicitor.protocol.plain import ServerText

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2, "title": "<b>Name</b>"},
        "seat": {"type": "string", "enum": ["w", "a"], "default": "w"},
        "city": {"type": "string", "enum": list("abcdefgh")},
        "extras": {"type": "array", "items": {"enum": ["meal", "wifi"]}},
        "agree": {"type": "boolean", "default": True},
        "age": {"type": "integer", "description": "<i>years</i>"},
    },
    "required": ["name", "agree"],
}
GOOD = {"field-0": ["Ann"], "field-1": ["a"], "field-3": ["meal", "wifi"], "field-4": ["no"], "field-5": [""]}


def sheet(schema: object = SCHEMA) -> FormSheet:
    """A fresh one."""
    return FormSheet(FormQuestion(Asker("Acme"), ServerText("Why <b>not</b>"), read_form(schema), ("Take care.",)))


def html(one: FormSheet) -> str:
    """As the browser gets it."""
    return _environment().get_template(f"{one.template}.html").render(secret="s", **one.facts)


@pytest.mark.requirement("FORM-12", "FORM-8", "FORM-9")
@pytest.mark.case("R027", "R035")
def test_answers_are_reviewed_before_they_are_sent() -> None:
    """What was left out is not sent; a change goes back with everything still there."""
    one = sheet()
    assert one.act("send", GOOD) is None  # nothing can be sent before it was seen
    assert one.act("review", GOOD) is None
    assert one.template == "review"
    assert "meal, wifi" in html(one)
    assert one.act("change", {}) is None
    assert 'value="Ann"' in html(one)
    one.act("review", GOOD)
    assert one.act("send", {}) == Accepted({"name": "Ann", "seat": "a", "extras": ["meal", "wifi"], "agree": False})


@pytest.mark.requirement("FORM-9")
def test_problems_stand_beside_their_fields() -> None:
    """And what was typed stays."""
    one = sheet()
    one.act("review", {**GOOD, "field-0": ["A"], "field-5": ["old"], "field-4": []})
    assert one.template == "form"
    page = html(one)
    assert page.count('class="wrong"') == 3
    assert 'value="old"' in page


@pytest.mark.attack("F19")
def test_a_yes_is_not_filled_in_and_other_defaults_are_named_as_the_servers() -> None:
    """So Enter-through agrees to nothing."""
    page = html(sheet())
    assert 'value="yes" checked' not in page
    assert 'value="w" checked' in page
    assert page.count("the server’s suggestion") == 1


@pytest.mark.attack("F15", "D4")
def test_words_of_the_server_stay_words() -> None:
    """In every place."""
    one = sheet()
    one.act("review", {**GOOD, "field-0": ["<script>"]})
    for page in (html(sheet()), html(one)):
        assert "<b>" not in page
        assert "<i>" not in page
        assert "<script" not in page


@pytest.mark.attack("F20")
def test_a_typed_secret_is_pointed_out_in_the_review() -> None:
    """Before it can be sent."""
    one = sheet()
    one.act("review", {**GOOD, "field-0": ["ghp_abcdefghijklmnopqrstuv123456"]})
    assert "looks like a secret" in html(one)


@pytest.mark.requirement("UI-2", "ACT-1")
def test_every_way_out_is_its_own_answer() -> None:
    """And the last page says what became of it."""
    for action, answer in (("no", Declined()), ("cancel", Cancelled()), ("block", Blocked())):
        assert sheet().act(action, {}) == answer
        assert "Nothing was sent" in str(sheet().closing(answer))
    assert "went to Acme" in str(sheet().closing(Accepted()))
    assert "took its question back" in str(sheet().closing(None))
