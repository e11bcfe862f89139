"""Types, unwrapped."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NewType, Optional, Union

import pytest
from pydantic import Field
from typing_extensions import TypeAliasType

from elicitor.errors import Misuse
from elicitor.protocol.forms.annotations import unwrap

Guests = NewType("Guests", int)
Alias = TypeAliasType("Alias", Annotated[int, "deep"])


@pytest.mark.case("R017")
@pytest.mark.parametrize(
    ("annotation", "bare", "nullable"),
    [
        (int, int, False),
        (int | None, int, True),
        (Optional[int], int, True),  # noqa: UP045  the older spelling
        (Union[None, int], int, True),  # noqa: UP007  the older spelling
        (Annotated[int, 1], int, False),
        (Annotated[int | None, 1], int, True),
        (Annotated[int, 1] | None, int, True),
        (Guests, int, False),
        (Alias, int, False),
        (Alias | None, int, True),
        (Literal["a"], Literal["a"], False),
        (list[int | None], list[int | None], False),
    ],
)
def test_the_wrappings_come_off(annotation: Any, bare: Any, nullable: bool) -> None:
    """In any order."""
    unwrapped = unwrap(annotation, path="It.a")
    assert (unwrapped.type, unwrapped.nullable) == (bare, nullable)


def test_what_was_annotated_is_kept() -> None:
    """From the outside in, and out of an inner field too."""
    annotation = Annotated[Annotated[int, Field(ge=1, title="Guests", description="How many")] | None, "x"]
    unwrapped = unwrap(annotation, ["outer"], path="It.a")
    assert unwrapped.metadata[:2] == ("outer", "x")
    assert getattr(unwrapped.metadata[2], "ge", None) == 1
    assert (unwrapped.title, unwrapped.description) == ("Guests", "How many")


@pytest.mark.parametrize("annotation", [int | str, int | str | None, Annotated[int | str, 1]])
def test_several_types_are_refused(annotation: Any) -> None:
    """With the path, and what to do."""
    with pytest.raises(Misuse, match=r"It\.a .*make two fields") as caught:
        unwrap(annotation, path="It.a")
    assert caught.value.code == "field_union"
