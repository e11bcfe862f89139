"""The fields of models, dataclasses and typed dicts."""

from __future__ import annotations

import typing
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired, Required

import pytest
import typing_extensions
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticUndefined
from typing_extensions import ReadOnly

from elicitor.errors import Misuse
from elicitor.protocol.forms.members import is_nested, members_of, single


class Model(BaseModel):
    """A model, as strict as they get."""

    model_config = ConfigDict(strict=True)
    a: Annotated[str, Field(title="A", description="First", min_length=1)]
    b: int = 3
    c: int = Field(default=4, alias="see")


@dataclass
class Data:
    """A dataclass."""

    a: Annotated[str, Field(title="A", description="First", min_length=1)]
    b: int = 3
    c: list[str] = field(default_factory=list)
    d: int = field(default=1, init=False)


class Dict(typing.TypedDict, total=False):
    """A typed dict of the standard library."""

    a: Required[Annotated[str, Field(title="A", description="First", min_length=1)]]
    b: int


class Marked(typing_extensions.TypedDict):
    """Every mark there is."""

    a: ReadOnly[str]
    b: NotRequired[int]


Spaced = typing.TypedDict("Spaced", {"Confirm the operation": bool, "_x": typing_extensions.NotRequired[int]})


@pytest.mark.parametrize("source", [Model, Data, Dict])
def test_all_three_are_read_alike(source: Any) -> None:
    """Label, hint, bounds, whether it is needed."""
    members = members_of(source)
    first, second = members.fields[:2]
    assert (first.name, first.path) == ("a", f"{source.__name__}.a")
    assert (first.title, first.description, first.required) == ("A", "First", True)
    assert [getattr(item, "min_length", None) for item in first.metadata] == [1]
    assert (second.name, second.required, second.annotation) == ("b", False, int)


def test_defaults_are_told() -> None:
    """Those that are made each time are not known beforehand."""
    assert [member.default for member in members_of(Model).fields] == [PydanticUndefined, 3, 4]
    assert [member.default for member in members_of(Data).fields] == [PydanticUndefined, 3, PydanticUndefined]
    assert members_of(Data).fields[2].required is False


def test_an_alias_is_the_name_on_the_wire() -> None:
    """And the name that the model is made by."""
    members = members_of(Model)
    assert members.fields[2].name == "see"
    assert members.maker()({"a": "x", "see": 9}).c == 9


@pytest.mark.parametrize(
    ("source", "expected"), [(Model, Model(a="x")), (Data, Data(a="x")), (Dict, {"a": "x"}), (Marked, {"a": "x"})]
)
def test_the_authors_type_is_made(source: Any, expected: object) -> None:
    """From values by name; what was left out gets its default, or stays away."""
    made = members_of(source).maker()({"a": "x"})
    assert made == expected
    assert type(made) is type(expected)


@pytest.mark.parametrize("source", [Model, Data, Dict])
def test_the_authors_rules_are_applied(source: Any) -> None:
    """By pydantic, with its error."""
    with pytest.raises(ValidationError) as caught:
        members_of(source).maker()({"a": ""})
    assert caught.value.errors()[0]["loc"] == ("a",)


@pytest.mark.case("R036")
def test_keys_need_not_be_names() -> None:
    """A typed dict may have any."""
    members = members_of(Spaced)
    assert [(member.name, member.required) for member in members.fields] == [
        ("Confirm the operation", True),
        ("_x", False),
    ]
    assert members.maker()({"Confirm the operation": True}) == {"Confirm the operation": True}
    assert members.maker()({"Confirm the operation": True, "_x": 1}) == {"Confirm the operation": True, "_x": 1}


def test_one_type_alone_is_a_form_of_one_field() -> None:
    """Called `answer`, or as wished."""
    assert [member.name for member in single(int).fields] == ["answer"]
    assert single(bool, "confirm").maker()({"confirm": True}) is True


def test_several_aliases_are_refused() -> None:
    """One has to be chosen."""

    class Aliased(BaseModel):
        a: int = Field(validation_alias=AliasChoices("b", "c"))

    with pytest.raises(Misuse) as caught:
        members_of(Aliased)
    assert (caught.value.code, caught.value.evidence["path"]) == ("field_alias", "Aliased.a")


def test_types_that_cannot_be_looked_up_are_refused() -> None:
    """Which happens to types inside of functions."""

    @dataclass
    class Lost:
        a: "Nowhere"  # type: ignore[name-defined]  # noqa: F821, UP037

    with pytest.raises(Misuse, match="Nowhere") as caught:
        members_of(Lost)
    assert caught.value.code == "form_source_unknown"


@pytest.mark.parametrize(
    ("annotation", "nested"),
    [(Model, True), (Data, True), (Dict, True), (Marked, True), (int, False), ("x", False), (list[int], False)],
)
def test_what_has_fields_is_told_from_what_has_none(annotation: Any, nested: bool) -> None:
    """Models, dataclasses and typed dicts have."""
    assert is_nested(annotation) is nested
