"""The errors that name a field."""

from __future__ import annotations

from elicitor.protocol.forms.wrongs import wrong


def test_the_field_is_in_the_evidence_and_not_in_the_sentence() -> None:
    """The name is a stranger's text, and may be long."""
    error = wrong("form_nested", "x" * 500, "has fields inside")
    assert (error.code, error.sentence) == ("form_nested", "A field of the form has fields inside.")
    assert error.evidence == {"field": "x" * 80}


def test_the_form_as_a_whole_can_be_to_blame() -> None:
    """Then no field is named."""
    assert wrong("form_reference", "", "points away").sentence == "The form points away."
