"""The words of a form, where it is defined."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from pydantic import AnyUrl
from pydantic_core import PydanticUndefined

from elicitor.errors import Misuse
from elicitor.protocol.forms.members import Member
from elicitor.protocol.forms.planning import Planned, plan
from elicitor.protocol.forms.wording import NotASecret, check_words

LINK = "https://a.example/"


def field(
    name: str = "a",
    annotation: Any = str,
    *,
    title: str = "",
    description: str = "",
    default: Any = None,
    choices: Any = None,
) -> Planned:
    """A field of a form called It."""
    member = Member(
        name,
        f"It.{name}",
        annotation,
        (),
        title,
        description,
        required=default is None,
        default=PydanticUndefined if default is None else default,
    )
    return plan(member, choices)


def refusal(*fields: Planned, message: str = "Which day?", overrides: list[NotASecret] | None = None) -> Misuse:
    """The refusal of these words."""
    with pytest.raises(Misuse) as caught:
        check_words("It", list(fields), message, overrides or [])
    return caught.value


@pytest.mark.requirement("URL-4")
@pytest.mark.parametrize(
    "wrong",
    [
        field(title="See example.com"),
        field(description=f"As on {LINK}"),
        field(default=LINK),
        field(choices=[LINK]),
        field(choices=[("a", LINK)]),
        field(name="www.example.com"),
    ],
)
def test_a_link_in_the_words_of_a_field_is_refused(wrong: Planned) -> None:
    """Wherever it stands; the path is named."""
    error = refusal(field("b"), wrong)
    assert (error.code, error.evidence["path"]) == ("form_has_address", wrong.path)


@pytest.mark.requirement("URL-4")
def test_a_link_in_the_message_is_refused() -> None:
    """The message is named; without the link it is fine."""
    assert refusal(field(), message="See example.com").sentence.startswith("The message of It has a link")
    check_words("It", [field()], "See the example", [])


@pytest.mark.requirement("URL-4")
def test_addresses_may_stand_where_addresses_are_asked_for() -> None:
    """As defaults and choices of a field for addresses; and mail addresses anywhere."""
    check_words("It", [field(annotation=AnyUrl, default=LINK), field("b", AnyUrl, choices=[LINK])], "Which site?", [])
    check_words("It", [field(default="ada@example.com", title="Yours, not eve@example.com")], "Which one?", [])
    assert refusal(field(annotation=AnyUrl, title=LINK)).code == "form_has_address"


@pytest.mark.requirement("FORM-11")
@pytest.mark.attack("F21")
@pytest.mark.case("R020")
@pytest.mark.parametrize(
    ("wrong", "message", "path"),
    [
        (field(name="apiKey"), "x", "It.apiKey"),
        (field(title="Passwort"), "x", "It.a"),
        (field(description="Paste your access token"), "x", "It.a"),
        (field(), "Please enter your password", "The message of It"),
        (field(name="pin", annotation=int), "x", "It.pin"),
    ],
)
def test_a_secret_is_refused(wrong: Planned, message: str, path: str) -> None:
    """With the path, and the pages that are there for it."""
    error = refusal(wrong, message=message)
    assert (error.code, error.evidence["path"]) == ("form_asks_for_secret", path)
    assert "page" in error.sentence
    assert "NotASecret(" in error.sentence


@pytest.mark.attack("F21")
@pytest.mark.parametrize(
    ("planned", "message", "name"),
    [(field(name="password"), "Of the film?", "password"), (field(), "Your password?", "")],
)
def test_the_author_can_say_that_it_is_none(
    planned: Planned, message: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """By an object with a reason, which goes to the log; for another field it does not count."""
    override = NotASecret(name, "It is the title of a film.")
    with caplog.at_level(logging.WARNING, "elicitor.forms"):
        check_words("It", [planned], message, [override])
    assert "It is the title of a film." in caplog.text
    assert refusal(planned, message=message, overrides=[NotASecret("other", "Some other reason.")])


def test_an_override_needs_a_reason() -> None:
    """One that says something."""
    with pytest.raises(Misuse) as caught:
        NotASecret("password", "  no  ")
    assert caught.value.code == "reason_missing"
