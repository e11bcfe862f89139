"""Which type of Python becomes which kind of field, and which types never do, with what to do instead."""

from __future__ import annotations

import io
from datetime import date, datetime
from typing import Any

from pydantic import (
    AnyUrl,
    AwareDatetime,
    EmailStr,
    FutureDate,
    FutureDatetime,
    NaiveDatetime,
    PastDate,
    PastDatetime,
    SecretBytes,
    SecretStr,
)
from pydantic.types import Secret as PydanticSecret
from pydantic_core import Url

from elicitor.errors import Misuse
from elicitor.protocol.forms.fields import Kind
from elicitor.protocol.forms.members import is_nested
from elicitor.protocol.forms.refusals import ON_A_PAGE, refusal
from elicitor.secret import Secret

__all__ = ["find_plain_kind", "no_kind"]

_PLAIN: dict[Any, tuple[Kind, str]] = {
    bool: (Kind.BOOLEAN, ""),
    int: (Kind.INTEGER, ""),
    float: (Kind.NUMBER, ""),
    str: (Kind.TEXT, ""),
    date: (Kind.TEXT, "date"),
    PastDate: (Kind.TEXT, "date"),
    FutureDate: (Kind.TEXT, "date"),
    datetime: (Kind.TEXT, "date-time"),
    AwareDatetime: (Kind.TEXT, "date-time"),
    PastDatetime: (Kind.TEXT, "date-time"),
    FutureDatetime: (Kind.TEXT, "date-time"),
    EmailStr: (Kind.TEXT, "email"),
}
_SECRETS = (SecretStr, SecretBytes, Secret, PydanticSecret)
_FILES = (bytes, bytearray, memoryview, io.IOBase)
_FILE_NAMES = frozenset({"UploadFile", "FileStorage", "BinaryIO", "TextIO", "IO"})


def find_plain_kind(annotation: Any) -> tuple[Kind, str] | None:
    """The kind and the format of a bare type, or None where it is none of the plain ones."""
    if not _is_hashable(annotation):
        return None
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, AnyUrl | Url):
        return Kind.TEXT, "uri"
    return None


def no_kind(annotation: Any, path: str) -> Misuse:
    """The refusal for a type that no field can have."""
    name = getattr(annotation, "__name__", str(annotation))
    base = getattr(annotation, "__origin__", annotation)
    if isinstance(base, type) and issubclass(base, _SECRETS):
        return refusal("form_asks_for_secret", path, "is a secret, and no form may ask for one", ON_A_PAGE)
    if name in _FILE_NAMES or (isinstance(base, type) and issubclass(base, _FILES)):
        return refusal("field_file", path, "is a file, and forms carry none", ON_A_PAGE)
    if is_nested(annotation) or base is dict:
        return refusal(
            "field_nested",
            path,
            "has fields inside, and forms have one level",
            f"Write its fields next to the others, as in {path.rpartition('.')[2]}_city, or ask twice",
        )
    if base in (list, set, frozenset, tuple):
        return refusal(
            "field_list_without_choices",
            path,
            "is a list without choices",
            "Say what may be picked, by a Literal, an Enum or choices=, or ask for one text",
        )
    if annotation is NaiveDatetime:
        return refusal(
            "field_unknown_type",
            path,
            "is a moment without offset, and answers have one",
            "Use datetime or AwareDatetime",
        )
    return refusal(
        "field_unknown_type",
        path,
        f"is of the type {name}, which no form has",
        "Use str, int, float, bool, date, datetime, EmailStr, AnyUrl, a Literal, an Enum, or a list of these two",
    )


def _is_hashable(annotation: Any) -> bool:
    try:
        hash(annotation)
    except TypeError:
        return False
    return True
