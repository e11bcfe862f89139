"""The fields of what an author described a form by: a pydantic model, a dataclass, or a TypedDict.

All three become the same list, with pydantic's own reading of each field, and a function that makes the author's type
from values that were checked.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args, get_origin

import typing_extensions
from pydantic import BaseModel, ConfigDict, TypeAdapter, create_model
from pydantic import Field as ModelField
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from elicitor.errors import Misuse
from elicitor.protocol.forms.refusals import refusal

__all__ = ["Make", "Member", "Members", "is_nested", "members_of", "single"]

_SAYS_WHETHER: tuple[Any, ...] = (typing_extensions.Required, typing_extensions.NotRequired)
_WRAPPERS: tuple[Any, ...] = (*_SAYS_WHETHER, typing_extensions.ReadOnly)
_DEFAULT_NAME = "answer"

Make: TypeAlias = Callable[[Mapping[str, object]], Any]
"""Makes the author's type. Raises `pydantic.ValidationError`."""


@dataclass(frozen=True, slots=True)
class Member:
    """One field, as the author wrote it.

    Attributes:
        name: on the wire, and for `Members.make`; the alias where there is one.
        path: where it is defined.
        annotation: its type.
        metadata: of the type.
        title: its label, or empty.
        description: its hint, or empty.
        required: an answer has to have it.
        default: what it is if it is left out; `PydanticUndefined` where there is none, or one that is made each time.
    """

    name: str
    path: str
    annotation: Any
    metadata: tuple[object, ...]
    title: str
    description: str
    required: bool
    default: Any = PydanticUndefined


@dataclass(frozen=True, slots=True)
class Members:
    """All fields.

    Attributes:
        name: of the source, for errors.
        fields: in their order.
        maker: prepares what makes the author's type from values by name. Called once the fields are known to be sound;
            raises pydantic's own errors where pydantic cannot do it.
    """

    name: str
    fields: tuple[Member, ...]
    maker: Callable[[], Make]


def is_nested(annotation: Any) -> bool:
    """Whether a type has fields of its own."""
    if not isinstance(annotation, type):
        return False
    is_model = issubclass(annotation, BaseModel) or dataclasses.is_dataclass(annotation)
    return is_model or typing_extensions.is_typeddict(annotation)


def members_of(source: type[Any]) -> Members:
    """Take a model, a dataclass or a TypedDict apart.

    Raises:
        Misuse: `form_source_unknown`, pydantic cannot read it; `field_alias`.
    """
    try:
        if issubclass(source, BaseModel):
            return _of_model(source)
        if typing_extensions.is_typeddict(source):
            return _of_typed_dict(source)
        return _of_dataclass(source)
    except (NameError, TypeError) as error:
        raise Misuse(
            "form_source_unknown",
            f"The types of {source.__name__} cannot be read: {error}. Define it, and what it names, in a module.",
        ) from error


def single(annotation: Any, name: str = _DEFAULT_NAME) -> Members:
    """A form of one field, whose value is the whole answer."""
    path = str(getattr(annotation, "__name__", None) or name)

    def maker() -> Make:
        adapter: TypeAdapter[Any] = TypeAdapter(annotation)
        return lambda values: adapter.validate_python(values.get(name), strict=False)

    return Members(path, (Member(name, path, annotation, (), "", "", required=True),), maker)


def _of_model(model: type[BaseModel]) -> Members:
    fields = tuple(_member(model.__name__, name, info) for name, info in model.model_fields.items())
    return Members(model.__name__, fields, lambda: lambda values: model.model_validate(dict(values), strict=False))


def _of_dataclass(source: type[Any]) -> Members:
    hints = typing_extensions.get_type_hints(source, include_extras=True)
    fields = tuple(
        _member(source.__name__, item.name, _info_of(hints[item.name], item))
        for item in dataclasses.fields(source)
        if item.init
    )

    def maker() -> Make:
        adapter: TypeAdapter[Any] = TypeAdapter(source)
        return lambda values: adapter.validate_python(dict(values), strict=False)

    return Members(source.__name__, fields, maker)


def _info_of(annotation: Any, item: dataclasses.Field[Any]) -> FieldInfo:
    if item.default is not dataclasses.MISSING:
        return FieldInfo.from_annotated_attribute(annotation, item.default)
    info = FieldInfo.from_annotation(annotation)
    if item.default_factory is not dataclasses.MISSING:
        info.default_factory = item.default_factory
    return info


def _of_typed_dict(source: Any) -> Members:
    """By a model of our own, since pydantic does not take `typing.TypedDict` on every Python."""
    infos: dict[str, FieldInfo] = {}
    optional = set(source.__optional_keys__)
    for key, hint in typing_extensions.get_type_hints(source, include_extras=True).items():
        annotation: Any = hint
        while (wrapper := get_origin(annotation)) in _WRAPPERS:
            if wrapper in _SAYS_WHETHER:
                (optional.discard if wrapper is _SAYS_WHETHER[0] else optional.add)(key)
            (annotation,) = get_args(annotation)
        infos[key] = FieldInfo.from_annotation(annotation)
    fields = tuple(_member(source.__name__, key, info, optional=key in optional) for key, info in infos.items())

    def maker() -> Make:
        model = _model_for(source.__name__, infos, optional)
        return lambda values: _as_dict(model.model_validate(dict(values), strict=False))

    return Members(source.__name__, fields, maker)


def _as_dict(made: BaseModel) -> dict[str, Any]:
    """Under the keys of the TypedDict, and without those that were left out."""
    names = {str(info.alias): name for name, info in type(made).model_fields.items()}
    return {key: getattr(made, name) for key, name in names.items() if name in made.model_fields_set}


def _model_for(name: str, infos: Mapping[str, FieldInfo], optional: set[str]) -> type[BaseModel]:
    """A model with one field for each key; keys may be no names of Python, so they are aliases."""
    fields: dict[str, Any] = {}
    for place, (key, info) in enumerate(infos.items()):
        annotation = typing.Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
        fields[f"field_{place}"] = (annotation, ModelField(None if key in optional else ..., alias=key))
    made: type[BaseModel] = create_model(name, __config__=ConfigDict(arbitrary_types_allowed=True), **fields)
    return made


def _member(source: str, key: str, info: FieldInfo, *, optional: bool = False) -> Member:
    path = f"{source}.{key}"
    alias = info.validation_alias if info.validation_alias is not None else info.alias
    if alias is not None and not isinstance(alias, str):
        raise refusal("field_alias", path, "has several aliases", "Give it one, or none")
    return Member(
        name=alias or key,
        path=path,
        annotation=info.annotation,
        metadata=tuple(info.metadata),
        title=info.title or "",
        description=info.description or "",
        required=info.is_required() and not optional,
        default=info.default,
    )
