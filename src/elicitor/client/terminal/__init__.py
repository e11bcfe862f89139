"""A person at a terminal.

`Terminal` is loaded when it is asked for: `elicitor link` shows a link and needs no forms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elicitor.client.terminal.person import Terminal as Terminal

__all__ = ["Terminal"]


def __getattr__(name: str) -> object:
    if name != "Terminal":
        raise AttributeError(f"module 'elicitor.client.terminal' has no attribute {name!r}")
    from elicitor.client.terminal.person import Terminal  # noqa: PLC0415  late, see above

    return Terminal
