"""A form as it was read: its fields, what they say of an answer, and the schema as it came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from elicitor.protocol.forms.checking import Checker
from elicitor.protocol.forms.fields import Field
from elicitor.protocol.forms.problems import Problem

__all__ = ["Form"]


@dataclass(frozen=True)
class Form:
    """Made by `read_form` and `define_form`.

    Attributes:
        fields: in the order of the schema.
        raw: the schema, for sending on: every keyword, in its order, with `$schema` and what we do not know.
    """

    fields: tuple[Field, ...]
    raw: Mapping[str, object] = field(repr=False)

    def check(self, values: Mapping[str, object]) -> tuple[Problem, ...]:
        """What is wrong with an answer: at most one problem for each field, in their order, strange values last.

        Nothing is converted: `"3"` is no number. A value of null fits nothing; leave the key out instead.

        Args:
            values: by the names of the fields, as they would travel.

        Returns:
            Empty where the answer fits.
        """
        return self._checker.check(values)

    @cached_property
    def _checker(self) -> Checker:
        return Checker(self.fields)
