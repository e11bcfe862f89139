"""Who asks: a server, named as the user of this program knows it.

A server's own word about its name is worth nothing (F17): the name a person reads is the one that stands in their
configuration, next to the origin that the connection really has. What the server calls itself is shown, if at all, as
a quotation.
"""

from __future__ import annotations

from dataclasses import dataclass

from elicitor.errors import Misuse
from elicitor.protocol.plain import visible_line

__all__ = ["Asker"]


@dataclass(frozen=True, slots=True)
class Asker:
    """One server, as the host knows it.

    Attributes:
        name: what the user configured, `Acme files`.
        origin: scheme, host and port of its address, `https://mcp.example.com`; empty for a server that is a local
            program.
        is_remote: whether it runs on another machine. A remote server has no business with addresses of this one (F7).

    Raises:
        Misuse: `server_unnamed`, there is no name that could be shown.
    """

    name: str
    origin: str = ""
    is_remote: bool = False

    def __post_init__(self) -> None:
        if not self.name.strip() or self.name != visible_line(self.name):
            raise Misuse("server_unnamed", "Give the server a name of printable characters that its user will know.")

    @property
    def place(self) -> str:
        """Where it is, in words for a person."""
        return self.origin or "a program on this computer"
