"""Which ways of asking a peer has declared.

An empty `elicitation` object means forms only (CAP-2). Anything that is not an object declares nothing: a
peer whose declaration cannot be read is never asked (CAP-4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["NO_MODES", "Modes", "read_modes"]


@dataclass(frozen=True, slots=True)
class Modes:
    """The declared modes.

    Attributes:
        form: the client can show forms.
        url: the client can open links.
    """

    form: bool
    url: bool

    def __bool__(self) -> bool:
        return self.form or self.url


NO_MODES = Modes(form=False, url=False)


def read_modes(unverified_capability: object) -> Modes:
    """Read the value of the `elicitation` capability as the peer sent it.

    Args:
        unverified_capability: the JSON value, or None where the key is absent.
    """
    if not isinstance(unverified_capability, Mapping):
        return NO_MODES
    if not unverified_capability:
        return Modes(form=True, url=False)
    return Modes(
        form=isinstance(unverified_capability.get("form"), Mapping),
        url=isinstance(unverified_capability.get("url"), Mapping),
    )
