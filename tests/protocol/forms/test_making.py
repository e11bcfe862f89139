"""From a checked answer to the author's type."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, EmailStr, Field, HttpUrl, PastDate, field_validator, model_validator

from elicitor.protocol.forms.invalid import AnswerInvalid
from elicitor.protocol.forms.making import make_value
from elicitor.protocol.forms.members import members_of, single
from elicitor.protocol.forms.planning import plan

FULL_MOMENT = "Give a day and a time with its offset, as in 2026-02-28T10:00:00Z."


class Booking(BaseModel):
    """With rules that no form can say."""

    guest: str = "Ada"
    share: Annotated[float, Field(gt=0, multiple_of=0.5)] = 1.0
    code: Annotated[str, Field(pattern="^[a-z]+$")] = "x"
    born: PastDate | None = None
    site: HttpUrl | None = None
    mail: EmailStr | None = None
    moment: datetime | None = None
    note: str | None

    @field_validator("guest")
    @classmethod
    def _no_bob(cls, value: str) -> str:
        if value == "Bob":
            raise ValueError("Bob has booked already")
        return value

    @model_validator(mode="after")
    def _whole(self) -> Booking:
        assert self.guest != "Eve", "Eve may not come"
        if self.guest == "Mallory":
            raise ValueError("Mallory may not come either")
        return self


def made(source: Any, answer: dict[str, object]) -> Any:
    """What an answer becomes."""
    members = members_of(source) if source is Booking else single(source)
    return make_value({member.name: plan(member, None) for member in members.fields}, members.maker(), answer)


def problems(answer: dict[str, object], source: Any = Booking) -> list[tuple[str, str, str]]:
    """What is wrong with an answer that the form has let through."""
    with pytest.raises(AnswerInvalid) as caught:
        made(source, answer)
    return [(problem.field, problem.code, problem.sentence) for problem in caught.value.problems]


@pytest.mark.case("R017", "R024", "R027")
def test_what_is_left_out_gets_its_default() -> None:
    """None where it may be None and has no default; what was emptied stays empty."""
    booking = made(Booking, {})
    assert (booking.guest, booking.share, booking.note) == ("Ada", 1.0, None)
    assert made(Booking, {"note": None, "born": None}).born is None


@pytest.mark.requirement("FORM-10")
@pytest.mark.case("R016", "R024")
@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"guest": "Bob"}, ("guest", "not_accepted", "Bob has booked already")),
        ({"share": 0}, ("share", "not_accepted", "Input should be greater than 0.")),
        ({"share": 0.7}, ("share", "not_accepted", "Input should be a multiple of 0.5.")),
        ({"code": "A1"}, ("code", "bad_pattern", "This is not written as it has to be.")),
        ({"born": "2999-01-01"}, ("born", "not_accepted", "Date should be in the past.")),
        ({"site": "ftp://a.example/"}, ("site", "not_accepted", "URL scheme should be 'http' or 'https'.")),
        ({"site": "http:"}, ("site", "bad_format", "Give a whole address, with its scheme.")),
        ({"mail": "ada@localhost"}, ("mail", "bad_format", "Give an e-mail address.")),
        ({"moment": "2016-12-31T23:59:60Z"}, ("moment", "bad_format", FULL_MOMENT)),
        ({"guest": "Eve"}, ("", "not_accepted", "Eve may not come")),
        ({"guest": "Mallory"}, ("", "not_accepted", "Mallory may not come either")),
    ],
)
def test_a_rule_of_the_author_is_told_by_field(answer: dict[str, object], problem: tuple[str, str, str]) -> None:
    """In the author's own words where there are some."""
    assert problems(answer) == [problem]


def test_one_type_alone_has_its_field_named() -> None:
    """Though pydantic names none."""
    assert problems({"answer": "2999-01-01"}, PastDate)[0][:2] == ("answer", "not_accepted")
