"""Whether the server is mounted where `public_url` says.

Links are made from `public_url` alone. Under a prefix that it does not carry they would lead nowhere, so the first call
says what to change instead of sending such a link.
"""

from __future__ import annotations

from typing import Any

from mcp.server.context import ServerRequestContext

from elicitor.errors import Misuse
from elicitor.server.house import House

__all__ = ["check_mount"]


def check_mount(house: House, ctx: ServerRequestContext[Any, Any]) -> None:
    """Compare the path that the server is mounted under with the configuration.

    Raises:
        Misuse: `prefix_missing`, with the address to configure. A proxy that strips a prefix is not seen from here.
    """
    scope = getattr(ctx.request, "scope", None)
    prefix = "" if scope is None else str(scope.get("root_path", "")).rstrip("/")
    if house.public_url.prefix.endswith(prefix):
        return
    raise Misuse(
        "prefix_missing",
        f"This server is mounted under {prefix}, but its public_url is {house.public_url.at('')}. "
        f"Its operator has to add {prefix} to public_url.",
    )
