"""The controlling terminal, and nothing else: `/dev/tty`, so that standard input and output stay the protocol's.

Lines are edited by the terminal driver itself, which every screen reader and every terminal knows. While a question is
open Ctrl-C is an answer and not a signal: the driver is told to end the line at it, and the program goes on. What was
typed before a question was shown is thrown away (F9). Settings are put back whatever happens.

Reading happens in a thread that also listens to a pipe, so that it can be called off at any moment, on every system
and event loop.
"""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Iterator
from dataclasses import dataclass

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from elicitor.client.racing import unwrapped
from elicitor.errors import Refused

try:
    import termios
except ImportError:  # Windows has no such thing
    termios = None  # type: ignore[assignment]

__all__ = ["Dismissed", "Tty"]

_PATH = "/dev/tty"
_CTRL_C = b"\x03"
_ESCAPE = "\x1b"
_LFLAG, _CC = 3, 6
_LONGEST_LINE = 64 * 1024
_DEFAULT_WIDTH = 80


class Dismissed(Exception):
    """The person pressed Ctrl-C, Escape and Enter, or ended the input; or the terminal is gone."""


@dataclass(slots=True)
class Tty:
    """An open terminal.

    Attributes:
        descriptor: our own open file of it.
    """

    descriptor: int

    @classmethod
    def is_there(cls, path: str = _PATH) -> bool:
        """Whether there is a terminal to talk through."""
        try:
            with cls.open(path):
                return True
        except Refused:
            return False

    @classmethod
    @contextlib.contextmanager
    def open(cls, path: str = _PATH) -> Iterator[Tty]:
        """Open it for one dialog.

        Raises:
            Refused: `no_terminal`, there is none.
        """
        if termios is None:
            raise _no_terminal()
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise _no_terminal() from error
        try:
            yield cls(descriptor)
        finally:
            os.close(descriptor)

    @property
    def width(self) -> int:
        """Columns."""
        with contextlib.suppress(OSError):
            return os.get_terminal_size(self.descriptor).columns or _DEFAULT_WIDTH
        return _DEFAULT_WIDTH

    @contextlib.contextmanager
    def conversation(self) -> Iterator[None]:
        """While this block runs, Ctrl-C ends a line instead of the program, and nothing typed before counts."""
        try:
            before = termios.tcgetattr(self.descriptor)
        except termios.error as error:
            raise _no_terminal() from error
        now = [*before[:_CC], list(before[_CC])]
        now[_LFLAG] = (now[_LFLAG] | termios.ICANON | termios.ECHO) & ~termios.ISIG
        now[_CC][termios.VEOL] = _CTRL_C
        termios.tcsetattr(self.descriptor, termios.TCSAFLUSH, now)
        try:
            yield
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self.descriptor, termios.TCSADRAIN, before)

    def forget_typed(self) -> None:
        """Throw away what was typed and not read."""
        with contextlib.suppress(termios.error):
            termios.tcflush(self.descriptor, termios.TCIFLUSH)

    def write(self, text: str) -> None:
        """Write a text, whole. What the terminal's encoding lacks is written as an escape."""
        left = memoryview(text.encode("utf-8", "backslashreplace"))
        while left:
            try:
                left = left[os.write(self.descriptor, left) :]
            except BlockingIOError:
                select.select([], [self.descriptor], [])
            except OSError as error:
                raise Dismissed from error

    async def read_line(self) -> str:
        """The next line, without its end.

        Raises:
            Dismissed: see there.
        """
        gathered = b""
        while not gathered.endswith((b"\n", _CTRL_C)):
            gathered += await self._read_some()
        if gathered.endswith(_CTRL_C):
            self.write("\n")
            raise Dismissed
        line = gathered[:-1].decode("utf-8", "replace").rstrip("\r")
        if line.startswith(_ESCAPE):
            raise Dismissed
        return line

    async def _read_some(self) -> bytes:
        await self._until_readable()
        try:
            some = os.read(self.descriptor, _LONGEST_LINE)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise Dismissed from error
        if not some:
            raise Dismissed
        return some

    async def _until_readable(self) -> None:
        listening, calling = os.pipe()

        async def call_off(*, task_status: TaskStatus[None]) -> None:
            try:
                task_status.started()
                await anyio.sleep_forever()
            finally:
                os.write(calling, b"!")

        try:
            with unwrapped():
                async with anyio.create_task_group() as group:
                    await group.start(call_off)
                    sources = [self.descriptor, listening]
                    await anyio.to_thread.run_sync(select.select, sources, [], [], limiter=anyio.CapacityLimiter(1))
                    group.cancel_scope.cancel()
        finally:
            os.close(listening)
            os.close(calling)


def _no_terminal() -> Refused:
    return Refused("no_terminal", "There is no terminal to ask a person at.")
