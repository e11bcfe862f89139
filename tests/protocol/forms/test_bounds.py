"""Bounds from annotations."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any

import pytest
from pydantic import Field, NegativeInt, PositiveInt, StringConstraints
from pydantic.fields import FieldInfo

from elicitor.protocol.forms.bounds import Bounds, bounds_of
from elicitor.protocol.forms.fields import Kind


def of(annotation: Any, kind: Kind) -> Bounds:
    """The bounds that pydantic's reading of an annotation gives."""
    return bounds_of(FieldInfo.from_annotation(annotation).metadata, kind)


@pytest.mark.case("R016")
@pytest.mark.parametrize(
    ("annotation", "kind", "expected"),
    [
        (Annotated[int, Field(ge=0, le=150)], Kind.INTEGER, Bounds(minimum=0, maximum=150)),
        (Annotated[int, Field(gt=0, lt=150)], Kind.INTEGER, Bounds(minimum=1, maximum=149)),
        (Annotated[int, Field(gt=0.5, lt=2.5)], Kind.INTEGER, Bounds(minimum=1, maximum=2)),
        (Annotated[int, Field(ge=0.5, le=2.5)], Kind.INTEGER, Bounds(minimum=1, maximum=2)),
        (Annotated[float, Field(gt=0)], Kind.NUMBER, Bounds(minimum=0)),
        (Annotated[float, Field(ge=-math.inf, le=math.inf)], Kind.NUMBER, Bounds()),
        (Annotated[int, Field(ge=1), Field(ge=5)], Kind.INTEGER, Bounds(minimum=5)),
        (PositiveInt, Kind.INTEGER, Bounds(minimum=1)),
        (NegativeInt, Kind.INTEGER, Bounds(maximum=-1)),
        (Annotated[str, Field(min_length=2, max_length=9, pattern="^a")], Kind.TEXT, Bounds(None, None, 2, 9, "^a")),
        (Annotated[str, StringConstraints(pattern=re.compile("x"))], Kind.TEXT, Bounds(pattern="x")),
        (Annotated[list[int], Field(min_length=1, max_length=2)], Kind.CHOICE, Bounds(None, None, 1, 2)),
        (Annotated[str, Field(max_length=0)], Kind.TEXT, Bounds(longest=0)),
        (str, Kind.TEXT, Bounds()),
    ],
)
def test_bounds_are_read(annotation: Any, kind: Kind, expected: Bounds) -> None:
    """As far as the dialect can say them; of several the narrowest."""
    assert of(annotation, kind) == expected


def test_what_carries_no_bounds_is_passed_over() -> None:
    """Marks of other libraries, and bounds that are no numbers."""
    assert bounds_of(["x", object(), re.compile("a")], Kind.TEXT) == Bounds(pattern="a")
