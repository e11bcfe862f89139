"""A value that must not be seen: tokens, keys, verifiers.

`Secret` shows stars wherever Python would show a value, compares in constant time and refuses to be
pickled or copied into JSON. The one way to its content is `reveal()`, so that `grep reveal` lists
every place where a secret is used. Python cannot wipe memory; SECURITY.md says so.
"""

from __future__ import annotations

import hmac
from typing import NoReturn, final

__all__ = ["Secret"]


@final
class Secret:
    """A text that hides itself.

    Args:
        value: the text. Another `Secret` is taken as it is.

    Raises:
        TypeError: the value is not a text. Decode bytes first.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str | Secret) -> None:
        text = value.reveal() if isinstance(value, Secret) else value
        if not isinstance(text, str):
            raise TypeError("a Secret holds a str")
        self._value: str = text

    def reveal(self) -> str:
        """The content. Use it at the point of use only, and keep it in no variable that lives on."""
        return self._value

    def __repr__(self) -> str:
        return "Secret('********')"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(self._value.encode(), other.reveal().encode())

    def __hash__(self) -> int:
        return hash((Secret, self._value))

    def __bool__(self) -> bool:
        return bool(self._value)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is not pickled; seal it with the vault")
