"""`define_form`: an author's type becomes a form, or is refused on the spot with the field's path and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast, overload

from pydantic.errors import PydanticUserError

from elicitor.errors import Misuse
from elicitor.protocol.eras import FIRST_OF_ERA_B
from elicitor.protocol.forms.definition import FormDefinition
from elicitor.protocol.forms.form import Form
from elicitor.protocol.forms.members import Make, Member, Members, is_nested, members_of, single
from elicitor.protocol.forms.options import Choices
from elicitor.protocol.forms.planning import Planned, plan
from elicitor.protocol.forms.refusals import refusal
from elicitor.protocol.forms.sizes import MOST_FIELDS
from elicitor.protocol.forms.wording import NotASecret, check_words
from elicitor.protocol.forms.writing import write_schema

__all__ = ["define_form"]

T = TypeVar("T")


@overload
def define_form(
    source: None, *, message: str, choices: None = None, not_secret: Iterable[NotASecret] = ()
) -> FormDefinition[bool]: ...
@overload
def define_form(
    source: type[T],
    *,
    message: str,
    choices: Choices | Mapping[str, Choices] | None = None,
    not_secret: Iterable[NotASecret] = (),
) -> FormDefinition[T]: ...
@overload
def define_form(
    source: object,
    *,
    message: str,
    choices: Choices | Mapping[str, Choices] | None = None,
    not_secret: Iterable[NotASecret] = (),
) -> FormDefinition[Any]: ...
def define_form(
    source: Any,
    *,
    message: str,
    choices: Choices | Mapping[str, Choices] | None = None,
    not_secret: Iterable[NotASecret] = (),
) -> FormDefinition[Any]:
    """Define a form.

    Args:
        source: a pydantic model, a dataclass or a TypedDict, whose fields are asked for; or one type alone (`bool`,
            `date`, a `Literal`, an `Enum`, `list[Colour]`), whose value is the answer; or None for a plain yes or no;
            or a `Form` that was read from somebody else's schema, which is sent on as it is and answered by a dict.
        message: what the person is told. No link may stand in it.
        choices: made at run time. For one type alone: the values, or (value, label) pairs, or a mapping of values to
            labels. For a type with fields: such a list by the name of its field. A `Literal` or an `Enum` gets its
            labels in the same way.
        not_secret: fields that ask for no secret although they read so.

    Raises:
        Misuse: `message_missing`, `form_empty`, `form_too_large`, `form_source_unknown`, `form_asks_for_secret`,
            `form_has_address`, `field_nested`, `field_list_without_choices`, `field_union`, `field_file`,
            `field_unknown_type`, `field_cannot_be_filled`, `field_default_unfit`, `field_bounds_unfit`, `field_alias`,
            `field_name` or `choices_invalid`. The sentence names the field and says what to do.
    """
    if not message.strip():
        raise Misuse("message_missing", "A form needs a message that says what it is about (FORM-1).")
    if isinstance(source, Form):
        return _given(source, message, tuple(not_secret))
    members = _members(source)
    planned = _plan_all(members, _by_field(members, source, choices))
    overrides = tuple(not_secret)
    check_words(members.name, planned, message, overrides)
    fields = tuple(item.field for item in planned)
    return FormDefinition(
        name=members.name,
        message=message,
        form=Form(fields, write_schema(fields, FIRST_OF_ERA_B)),
        not_secret=overrides,
        _planned={item.field.name: item for item in planned},
        _make=_prepared(members),
        _is_plain_yes=source is None,
    )


def _given(form: Form, message: str, overrides: tuple[NotASecret, ...]) -> FormDefinition[Any]:
    """A form that somebody else wrote, under the same rules for its words."""
    planned = [Planned(field, f"form.{field.name}", None, False, False, field.format == "uri") for field in form.fields]
    check_words("form", planned, message, overrides)
    return FormDefinition(
        name="form",
        message=message,
        form=form,
        not_secret=overrides,
        _planned={item.field.name: item for item in planned},
        _make=dict,
        _is_given=True,
    )


def _members(source: Any) -> Members:
    if source is None:
        return single(bool, "confirm")
    return members_of(source) if is_nested(source) else single(source)


def _prepared(members: Members) -> Make:
    try:
        return members.maker()
    except (PydanticUserError, TypeError) as error:
        complaint = str(error).partition("\n")[0].rstrip(".")
        raise Misuse(
            "form_source_unknown", f"pydantic cannot read {members.name}: {complaint}. Use types that it knows."
        ) from error


def _by_field(members: Members, source: Any, choices: Any) -> Mapping[str, Choices]:
    if choices is None:
        return {}
    if not is_nested(source):
        return {members.fields[0].name: cast("Choices", choices)}
    names = {member.name for member in members.fields}
    if not isinstance(choices, Mapping) or choices.keys() - names:
        raise refusal(
            "choices_invalid", members.name, "gets choices for no field", "Give them by the names of its fields"
        )
    return choices


def _plan_all(members: Members, choices: Mapping[str, Choices]) -> list[Planned]:
    if not members.fields:
        raise refusal("form_empty", members.name, "has no fields", "For a plain yes or no use define_form(None, ...)")
    if len(members.fields) > MOST_FIELDS:
        raise refusal("form_too_large", members.name, f"has more than {MOST_FIELDS} fields", "Ask in several steps")
    return [_plan(member, choices) for member in members.fields]


def _plan(member: Member, choices: Mapping[str, Choices]) -> Planned:
    return plan(member, choices.get(member.name))
