"""Who is at the other end of a loopback connection: the system knows which user's program opened it.

A loopback port is open to every user of the machine (F30). The kernel's table of connections names the user behind
each, so no secret has to travel in an address, where history, logs and process lists would show it (F29). Only Linux
tells it in this way; elsewhere there is no page.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["find_user_of_peer", "is_told_here"]

_TABLE = Path("/proc/net/tcp")
_LOCAL, _REMOTE, _USER = 1, 2, 7


def is_told_here(table: Path = _TABLE) -> bool:
    """Whether this system says who is at the other end."""
    return table.is_file()


def find_user_of_peer(peer: tuple[str, int], port: int, table: Path = _TABLE) -> int | None:
    """The user id behind a connection to 127.0.0.1, or None where the system knows of no such connection.

    Args:
        peer: address and port of the other end, as the socket gives them.
        port: our own port.
        table: the kernel's table.
    """
    wanted = (_written(*peer), _written("127.0.0.1", port))
    for row in table.read_text(encoding="ascii").splitlines()[1:]:
        cells = row.split()
        if (cells[_LOCAL], cells[_REMOTE]) == wanted:
            return int(cells[_USER])
    return None


def _written(address: str, port: int) -> str:
    """An end as the table writes it: the bytes of the address backwards (Linux on little-endian machines), the port."""
    parts = address.split(".")
    if len(parts) != 4 or not all(part.isdigit() for part in parts):  # noqa: PLR2004  an IPv4 address
        return ""
    return "".join(f"{int(part):02X}" for part in reversed(parts)) + f":{port:04X}"
