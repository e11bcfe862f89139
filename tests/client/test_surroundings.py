"""Where we are decides whether a browser can be started, and nothing else."""

from __future__ import annotations

import pytest

from elicitor.client.surroundings import Surroundings


@pytest.mark.parametrize(
    ("environment", "attribute"),
    [
        ({"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, "remote_shell"),
        ({"SSH_TTY": "/dev/pts/0"}, "remote_shell"),
        ({"WSL_DISTRO_NAME": "Debian"}, "wsl"),
        ({"container": "podman"}, "container"),
        ({"DISPLAY": ":0"}, "display"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "display"),
        ({"NO_COLOR": "1", "TERM": "xterm"}, "plain_output"),
        ({"TERM": "dumb"}, "plain_output"),
    ],
)
def test_the_environment_is_read(environment: dict[str, str], attribute: str) -> None:
    """Each sign is noticed; without it there is nothing."""
    assert getattr(Surroundings.here(environment), attribute)
    assert not getattr(Surroundings("linux"), attribute)


def test_colour_is_for_terminals_that_have_it() -> None:
    """An empty NO_COLOR asks for nothing."""
    assert not Surroundings.here({"TERM": "xterm-256color", "NO_COLOR": ""}).plain_output


def test_this_process_has_surroundings() -> None:
    """Read from its own environment."""
    assert Surroundings.here().platform
