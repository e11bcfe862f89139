"""Reading a stranger's JSON strictly: what two parsers could read differently is not read at all."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from elicitor.errors import ProviderBroke

__all__ = ["read_json_object"]

_DEEPEST = 20


def read_json_object(body: bytes) -> dict[str, object]:
    """The object in a body.

    Raises:
        ProviderBroke: `reply_malformed`: not UTF-8, not JSON, not an object, a repeated key, NaN or another number
            without a value, half a character, or nested too deep.
    """
    try:
        value = json.loads(
            body.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite
        )
        if b"\\u" in body:  # only an escape can write half a character, which no database would take
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise _malformed() from error
    if not isinstance(value, dict) or _depth(value) > _DEEPEST:
        raise _malformed()
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("repeated key")
    return read


def _no_constant(_: str) -> NoReturn:
    raise ValueError("not JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("too large a number")
    return value


def _depth(value: object) -> int:
    deepest, layer = 0, [value]
    while layer and deepest <= _DEEPEST:
        deepest += 1
        layer = [inner for outer in layer for inner in _children(outer)]
    return deepest


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list) else []


def _malformed() -> ProviderBroke:
    return ProviderBroke("reply_malformed", "The other side sent a reply that cannot be read.")
