"""What this program runs in, as far as it decides whether a browser can be started and whether to use colour.

The one place of the client's house that reads the environment, and for these questions only. Nothing from it becomes
part of a command: `BROWSER` is never looked at, it may hold a template for a shell (F11).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Surroundings"]

_CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where we are.

    Attributes:
        platform: as `sys.platform`.
        remote_shell: the person sits at another machine, behind SSH.
        wsl: Linux inside Windows, where the browser is outside.
        container: the browser is outside of this container.
        display: there is a graphical session.
        plain_output: the person asked for output without colour, or the terminal has none.
        search_path: where programs are looked for.
    """

    platform: str
    remote_shell: bool = False
    wsl: bool = False
    container: bool = False
    display: bool = False
    plain_output: bool = False
    search_path: str = ""

    @classmethod
    def here(cls, environment: Mapping[str, str] | None = None, *, platform: str = sys.platform) -> Surroundings:
        """Look around.

        Args:
            environment: the environment variables; this process's own where it is left out.
            platform: as `sys.platform`.
        """
        given = os.environ if environment is None else environment
        return cls(
            platform=platform,
            remote_shell=bool(given.get("SSH_CONNECTION") or given.get("SSH_TTY")),
            wsl="WSL_DISTRO_NAME" in given,
            container="container" in given or any(Path(mark).exists() for mark in _CONTAINER_MARKS),
            display=bool(given.get("DISPLAY") or given.get("WAYLAND_DISPLAY")),
            plain_output=bool(given.get("NO_COLOR")) or given.get("TERM", "dumb") == "dumb",
            search_path=given.get("PATH", os.defpath),
        )
