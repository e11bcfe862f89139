"""The spellings of a list."""

from __future__ import annotations

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.forms.choice_reading import has_choices, read_choices
from elicitor.protocol.forms.fields import Choice
from elicitor.protocol.forms.sizes import MOST_CHOICES

BARE = (Choice("a", "a"), Choice("b", "b"))
LABELLED = (Choice("a", "Apple"), Choice("b", "b"))


@pytest.mark.requirement("FORM-6", "FORM-7")
@pytest.mark.case("R006", "R007", "R038")
@pytest.mark.parametrize(
    ("schema", "choices"),
    [
        ({"type": "string", "enum": ["a", "b"]}, BARE),
        ({"enum": ["a", "b"]}, BARE),
        ({"type": "string", "enum": ["a", "b"], "enumNames": ["Apple", "b"]}, LABELLED),
        ({"type": "string", "enum": ["a", "b"], "enumNames": ["Apple"]}, LABELLED),
        ({"type": "string", "enum": ["a", "b"], "enumNames": "Apple"}, BARE),
        ({"type": "string", "oneOf": [{"const": "a", "title": "Apple"}, {"const": "b"}]}, LABELLED),
        ({"oneOf": [{"const": "a", "title": "Apple"}, {"const": "b", "title": ""}]}, LABELLED),
        ({"anyOf": [{"const": "a", "title": "Apple"}, {"const": "b", "title": "b"}]}, LABELLED),
        ({"type": "string", "const": "a"}, BARE[:1]),
    ],
)
def test_every_spelling_is_read(schema: dict[str, object], choices: tuple[Choice, ...]) -> None:
    """Labels are kept apart from values, and a missing label is the value."""
    assert has_choices(schema)
    assert read_choices("fruit", schema) == choices


@pytest.mark.parametrize(
    "schema",
    [
        {"enum": []},
        {"enum": "ab"},
        {"enum": [1, 2]},
        {"enum": ["a", None]},
        {"type": "integer", "enum": ["1"]},
        {"enum": ["a", "a"]},
        {"oneOf": [{"const": {}}]},
        {"const": 1},
    ],
)
def test_a_list_that_nobody_can_pick_from_is_refused(schema: dict[str, object]) -> None:
    """By its code, and with the name of its field."""
    with pytest.raises(PeerBroke) as caught:
        read_choices("fruit", schema)
    assert (caught.value.code, caught.value.evidence["field"]) == ("form_choices_malformed", "fruit")


@pytest.mark.attack("F18")
def test_a_list_has_an_end() -> None:
    """The last list that is read, and the first that is not."""
    assert len(read_choices("a", {"enum": [str(number) for number in range(MOST_CHOICES)]})) == MOST_CHOICES
    with pytest.raises(PeerBroke, match="larger"):
        read_choices("a", {"enum": [str(number) for number in range(MOST_CHOICES + 1)]})


@pytest.mark.parametrize("schema", [{"type": "string"}, {"anyOf": []}, {"oneOf": [{"type": "string"}]}, {"anyOf": 1}])
def test_what_is_no_list_is_not_taken_for_one(schema: dict[str, object]) -> None:
    """Unions of types are something else."""
    assert not has_choices(schema)
