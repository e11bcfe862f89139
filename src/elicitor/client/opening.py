"""Opening a link in the person's own browser: our own argument vector, no shell, no template.

The link is one argument, the last one, and begins with `https://` (or `http://` on loopback), so that no program can
read it as an option or as a command (F11, CVE-2026-4519). Only the system's browser is used, never a view inside this
program: neither client nor model can see the page or what is typed there (URL-12, F10). Where the browser is somewhere
else (SSH, WSL, a container) nothing is guessed: `open` returns False and the person gets the link for copying.

Only a `ConsentedLink` can be opened, and only the function that heard the person say yes makes one.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import anyio
import anyio.to_thread

from elicitor.client.surroundings import Surroundings
from elicitor.errors import Misuse

__all__ = ["Browser", "ConsentedLink", "Opener", "command_for"]

_SECONDS_TO_FAIL = 3.0
"""A starter that has not failed by then has started something."""


@dataclass(frozen=True, slots=True)
class ConsentedLink:
    """A link that a person agreed to open.

    Attributes:
        url: its serialised form, the string that was shown.
    """

    url: str

    def __post_init__(self) -> None:
        if not self.url.startswith(("https://", "http://")) or not self.url.isascii() or not self.url.isprintable():
            raise Misuse("link_not_openable", "Only a serialised web address can be opened.")


class Opener(Protocol):
    """Starts the person's browser."""

    async def open(self, link: ConsentedLink) -> bool:
        """Open the link; returns False where it could not be opened, so that it has to be copied."""


class Browser:
    """The system's browser.

    Args:
        command: a program and its arguments, to which the link is added as the last one; the system's own starter where
            it is left out.
        surroundings: where we are; looked up where it is left out.
    """

    def __init__(self, command: Sequence[str] = (), *, surroundings: Surroundings | None = None) -> None:
        self._command = tuple(command) or command_for(surroundings or Surroundings.here())

    async def open(self, link: ConsentedLink) -> bool:
        """Start the browser; see `Opener`."""
        if not self._command:
            return False
        return await anyio.to_thread.run_sync(_start, (*self._command, link.url), abandon_on_cancel=True)


def command_for(surroundings: Surroundings) -> tuple[str, ...]:
    """The program that opens links here, or nothing where the browser is somewhere else."""
    if surroundings.remote_shell:
        return ()
    if surroundings.platform == "darwin":
        return ("/usr/bin/open",)
    if surroundings.platform == "win32":
        return (r"C:\Windows\System32\rundll32.exe", "url.dll,FileProtocolHandler")
    if surroundings.wsl or surroundings.container or not surroundings.display:
        return ()
    starter = shutil.which("xdg-open", path=surroundings.search_path)
    return (starter,) if starter else ()


def _start(command: tuple[str, ...]) -> bool:
    try:
        process = subprocess.Popen(  # noqa: S603  our own argument vector; the link is one argument of it
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    # Some starters end at once, some live as long as the browser; either way somebody has to take note of the end.
    watcher = threading.Thread(target=process.wait, name="browser", daemon=True)
    watcher.start()
    with contextlib.suppress(RuntimeError):
        watcher.join(_SECONDS_TO_FAIL)
    return process.returncode in {None, 0}
