"""`serve()`: a box with an address, for as long as a block lasts."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from elicitor.testing.box.server import AuthorizationServer
from elicitor.testing.serving import Listener, run_app

__all__ = ["serve"]


@contextlib.asynccontextmanager
async def serve(box: AuthorizationServer, listener: Listener | None = None) -> AsyncIterator[AuthorizationServer]:
    """Run a box on a loopback port.

    Args:
        box: one without an issuer gets the address of the listener as its issuer.
        listener: where it listens; a free port where it is left out.

    Example:
        ```python
        async with serve(AuthorizationServer(name="Acme Files", serves_files=True)) as box:
            box.register(Client("my-app", ("http://127.0.0.1:8000/callback",), secret="for tests"))
        ```
    """
    place = listener or Listener.open()
    if not box.has_issuer:
        box.settle(place.origin)
    async with run_app(box, place):
        yield box
