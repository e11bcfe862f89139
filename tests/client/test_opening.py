"""A link is one argument of a program of ours, and nobody's command."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest

import elicitor
from elicitor.client.opening import Browser, ConsentedLink, command_for
from elicitor.client.surroundings import Surroundings
from elicitor.errors import Misuse

pytestmark = pytest.mark.anyio

RECORDER = "import json, sys; open(sys.argv[1], 'a').write(json.dumps(sys.argv[2:]) + chr(10))"
NASTY = [
    "https://example.com/?a=1&calc",
    "https://example.com/%action--x",
    "https://example.com/%s%20--help",
    "https://example.com/$(reboot)",
    "https://example.com/;reboot",
    "https://example.com/`reboot`",
    "https://example.com/'%22",
    "https://example.com/--new-window",
]


@pytest.mark.attack("F11")
@pytest.mark.parametrize("url", NASTY)
async def test_the_browser_gets_the_link_as_its_one_last_argument(tmp_path: Path, url: str) -> None:
    """A program that writes down its arguments is the browser."""
    seen = tmp_path / "arguments"
    assert await Browser([sys.executable, "-c", RECORDER, str(seen)]).open(ConsentedLink(url))
    assert json.loads(seen.read_text()) == [url]


@pytest.mark.attack("F1", "F11")
@pytest.mark.parametrize(
    "url",
    ["--help", "javascript:alert(1)", "file:///etc/passwd", "https://e.example/\n", "https://\u0435.example/", ""],
)
async def test_only_a_serialised_web_address_can_be_opened(tmp_path: Path, url: str) -> None:
    """Nothing else becomes a consented link; a web address does."""
    with pytest.raises(Misuse, match="web address"):
        ConsentedLink(url)
    assert ConsentedLink("https://example.com/").url


@pytest.mark.case("R178")
async def test_what_does_not_open_is_told() -> None:
    """No program, a program that fails, a program that is not there; one that works says so."""
    link = ConsentedLink("https://example.com/")
    nowhere = Surroundings("linux")
    assert not await Browser(surroundings=nowhere).open(link)
    assert not await Browser([sys.executable, "-c", "raise SystemExit(3)"]).open(link)
    assert not await Browser(["/nowhere/browser"]).open(link)
    assert await Browser([sys.executable, "-c", ""]).open(link)


@pytest.mark.case("R178")
@pytest.mark.parametrize(
    "surroundings",
    [
        Surroundings("linux", display=False, search_path="/usr/bin"),
        Surroundings("linux", display=True, remote_shell=True, search_path="/usr/bin"),
        Surroundings("linux", display=True, wsl=True, search_path="/usr/bin"),
        Surroundings("linux", display=True, container=True, search_path="/usr/bin"),
        Surroundings("darwin", remote_shell=True),
        Surroundings("linux", display=True, search_path="/nowhere"),
    ],
)
def test_where_the_browser_is_elsewhere_nothing_is_guessed(surroundings: Surroundings) -> None:
    """SSH, WSL, a container, no display, no starter."""
    assert command_for(surroundings) == ()


def test_each_system_has_its_starter(tmp_path: Path) -> None:
    """Named by its whole path."""
    starter = tmp_path / "xdg-open"
    starter.touch(mode=0o755)
    assert command_for(Surroundings("linux", display=True, search_path=str(tmp_path))) == (str(starter),)
    assert command_for(Surroundings("darwin")) == ("/usr/bin/open",)
    assert command_for(Surroundings("win32"))[0].endswith("rundll32.exe")


@pytest.mark.attack("F10", "F11")
@pytest.mark.requirement("URL-12")
def test_nothing_in_the_client_opens_links_in_another_way() -> None:
    """No web view, no shell, no template: the names do not occur."""
    banned = {"webbrowser", "webview", "startfile", "system", "popen", "shell"}
    room = Path(elicitor.__file__).parent / "client"
    found = [
        (file.name, name)
        for file in room.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        for name in _names(node)
        if name in banned
    ]
    assert found == []


def _names(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names) | ast.ImportFrom(names=names):
            return [alias.name for alias in names]
        case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
            return [name]
        case _:
            return []
