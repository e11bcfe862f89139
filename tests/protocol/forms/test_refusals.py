"""The refusals of a definition."""

from __future__ import annotations

from elicitor.protocol.forms.refusals import ON_A_PAGE, refusal


def test_a_refusal_names_the_field_and_what_to_do() -> None:
    """In one text, with its code and path for programs."""
    error = refusal("field_file", "Booking.photo", "is a file", ON_A_PAGE)
    assert (error.code, error.evidence) == ("field_file", {"path": "Booking.photo"})
    assert error.sentence.startswith("Booking.photo is a file. Ask for it on a page instead, by link: ")
    assert error.sentence.endswith(".")
