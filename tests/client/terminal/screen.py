"""A real pseudo-terminal, and somebody who types when the prompt is there."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import termios
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import anyio
import anyio.to_thread


@dataclass
class Screen:
    """A terminal of a certain width.

    Attributes:
        path: its device.
        shown: everything that was written to it, what was typed included.
    """

    path: str
    master: int
    shown: str = field(default="")

    async def read(self) -> None:
        """Take in what is there."""
        self.shown += (await anyio.to_thread.run_sync(os.read, self.master, 65536)).decode()

    async def read_rest(self) -> None:
        """Take in what is there by now, and wait for nothing."""
        while select.select([self.master], [], [], 0)[0]:
            await self.read()

    async def type(self, lines: Sequence[str]) -> None:
        """Type each line when the prompt stands there."""
        for line in lines:
            while not self.shown.endswith("> "):
                await self.read()
            await anyio.sleep(0.02)
            os.write(self.master, f"{line}\n".encode())
            await self.read()

    async def type_unprompted(self, lines: Sequence[str]) -> None:
        """Type each line when nothing more is being said; waiting has no prompt."""
        for line in lines:
            await self.read_what_is_there()
            os.write(self.master, f"{line}\n".encode())
        await self.read_what_is_there()

    async def read_what_is_there(self) -> None:
        """Take in everything until it is quiet."""
        while await anyio.to_thread.run_sync(select.select, [self.master], [], [], 0.2) != ([], [], []):
            await self.read()


@contextlib.asynccontextmanager
async def screen(columns: int = 80) -> AsyncIterator[Screen]:
    """One terminal for a test."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    try:
        with anyio.fail_after(30):
            yield Screen(os.ttyname(slave), master)
    finally:
        os.close(slave)
        os.close(master)
