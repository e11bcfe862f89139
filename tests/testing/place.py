"""Where the box of the running test answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.types import Receive, Scope, Send

from elicitor.testing import AuthorizationServer

MakeBox = Callable[..., AuthorizationServer]


@dataclass
class Place:
    """One address at which the box of the running test answers; starting a server for each would be slow."""

    origin: str = ""
    box: AuthorizationServer | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        assert scope["type"] == "http"
        assert self.box is not None
        await self.box(scope, receive, send)
