"""The table of rooms in docs/design.md, held against every import of every source file.

A room may import the rooms that stand behind its name; a library may be imported behind its doors only, and a library
without a door not at all. Imports for types count too: who needs another room's types depends on it. The checker is
tested on small packages with one wrong import each, so that it cannot fall silent unnoticed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from support.imports import Source, find_cycle, read_package

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "elicitor"

TOOLS = {"oauth", "vault", "protocol"}
HOUSES = {"server", "client"}
ROOMS: Mapping[str, set[str]] = {
    "ground": set(),
    "protocol": {"ground"},
    "vault": {"ground"},
    "oauth": {"ground"},
    "server": {"ground", *TOOLS},
    "server/web": {"ground", "server", *TOOLS},
    "client": {"ground", "protocol"},
    "sdk": {"ground", "server/web", *HOUSES, *TOOLS},
    "testing": {"ground", "sdk", "server/web", *HOUSES, *TOOLS},
    "cli": {"ground", "testing", "sdk", "server/web", *HOUSES, *TOOLS},
    "door": {"ground", "sdk", *HOUSES, *TOOLS},  # elicitor/__init__.py: the names an author uses, each loaded late
}
PROGRAMS = {"testing/", "cli/"}
LIBRARIES: Mapping[str, set[str]] = {
    "alembic": {"vault/"},
    "anyio": {"vault/", "oauth/", "server/", "client/", "sdk/", *PROGRAMS},
    "cryptography": {"vault/"},
    "fastmcp": {"sdk/client_fastmcp.py"},
    "httpcore2": {"oauth/http.py", "server/account.py", "server/api_transport.py", *PROGRAMS},
    "httpx2": {"oauth/http.py", "server/account.py", "server/api_transport.py", "sdk/", *PROGRAMS},
    "jinja2": {"server/web/", "client/page/", "testing/"},
    "joserfc": {"oauth/", "testing/"},
    "jsonschema": {"protocol/forms/"},
    "mcp": {"sdk/", *PROGRAMS},
    "mcp_types": {"sdk/", *PROGRAMS},
    "psycopg": {"vault/"},
    "publicsuffixlist": {"protocol/links/", "protocol/forms/"},
    "pydantic": {"protocol/link.py", "protocol/links/", "protocol/forms/", "testing/"},
    "pydantic_core": {"protocol/forms/"},
    "referencing": {"protocol/forms/"},
    "sqlalchemy": {"vault/"},
    "starlette": {"server/web/", "client/page/", "sdk/", "testing/"},
    "typing_extensions": {""},
    "uvicorn": {"client/page/", "testing/"},
}
LOADERS = {"__init__.py": "the public names are loaded late", "cli/main.py": "a verb is loaded when it is called"}
PAGES = {
    "server/web/": "what people see",
    "client/page/": "the loopback page",
    "testing/box/": "the authorization server in a box has a face of its own",
}

OTHER_FILES = (
    "errors.py",
    "vault/seal.py",
    "oauth/token.py",
    "protocol/eras.py",
    "server/house.py",
    "server/web/app.py",
    "client/asked.py",
    "sdk/elicitor.py",
    "testing/box.py",
)


def room_of(path: str) -> str:
    """The room that a file stands in."""
    if path == "__init__.py":
        return "door"
    if path.startswith("server/web/"):
        return "server/web"
    return path.partition("/")[0] if "/" in path else "ground"


def complaints(directory: Path) -> list[str]:
    """Every import of a package that the tables do not allow, as a sentence."""
    sources = read_package(directory)
    return [
        f"{source.path}:{imported.line}: {problem}"
        for source in sources.values()
        for imported in source.imports
        if (problem := _problem(source, imported.module, sources))
    ]


def _problem(source: Source, module: str, sources: Mapping[str, Source]) -> str:
    if module == "importlib":
        return "" if source.path in LOADERS else "importlib hides what is imported"
    if module.partition(".")[0] != "elicitor":
        return _library_problem(source.path, module.partition(".")[0])
    if module not in sources:
        return f"there is no module {module}"
    room, other = room_of(source.path), room_of(sources[module].path)
    allowed = {room, *ROOMS[room]} if room in ROOMS else set()
    return "" if other in allowed else f"the room {room} may not import {module}"


def _library_problem(path: str, library: str) -> str:
    if library in sys.stdlib_module_names:
        return ""
    if library not in LIBRARIES:
        return f"the library {library} has no door; add one to docs/design.md and here, or do without"
    return "" if any(path.startswith(door) for door in LIBRARIES[library]) else f"{library} has its door elsewhere"


def build(place: Path, files: Mapping[str, str]) -> Path:
    """Write a package of this name with these files."""
    directory = place / "elicitor"
    for name, text in {"__init__.py": "", **files}.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    return directory


def run_time_graph(directory: Path) -> dict[str, frozenset[str]]:
    """Which module imports which when it runs."""
    sources = read_package(directory)
    return {
        name: frozenset(each.module for each in source.imports if not each.only_for_types and each.module in sources)
        for name, source in sources.items()
    }


def test_every_import_goes_through_its_door() -> None:
    """The whole package."""
    assert complaints(PACKAGE) == []


def test_no_module_imports_itself_by_a_detour() -> None:
    """At run time; types may point back."""
    assert find_cycle(run_time_graph(PACKAGE)) == []


@pytest.mark.parametrize(
    ("path", "wrong", "right"),
    [
        ("secret.py", "from elicitor.vault import seal", "from elicitor import errors"),
        ("vault/grants.py", "from elicitor.oauth.token import exchange", "from elicitor.vault.seal import Sealer"),
        ("oauth/token.py", "import elicitor.protocol.eras", "import elicitor.errors"),
        ("server/gate.py", "from elicitor.sdk import elicitor", "from elicitor.protocol import eras"),
        ("server/gate.py", "from elicitor.client import asked", "from elicitor.oauth import token"),
        ("server/gate.py", "from elicitor.server.web import app", "from elicitor.server import house"),
        ("server/gate.py", "from .web import app", "from . import house"),
        ("client/asked.py", "from elicitor.vault.seal import Sealer", "from elicitor.protocol import eras"),
        ("sdk/elicitor.py", "from elicitor.testing import box", "from elicitor.client import asked"),
        ("server/gate.py", "from elicitor.nowhere import gone", "from elicitor.errors import Refused"),
        ("server/gate.py", "import mcp", "import anyio"),
        ("server/gate.py", "from starlette.requests import Request", "from dataclasses import dataclass"),
        ("server/gate.py", "def late():\n    from sqlalchemy import select", "def late():\n    import json"),
        ("oauth/token.py", "import httpx2", "import joserfc"),
        ("protocol/eras.py", "import anyio", "import enum"),
        ("vault/seal.py", "import requests", "import cryptography"),
        ("vault/seal.py", "import importlib", "import hashlib"),
        ("attic/box.py", "import elicitor.errors", "import json"),
    ],
)
def test_the_checker_notices(tmp_path: Path, path: str, wrong: str, right: str) -> None:
    """One planted import each; with another one in its place there is nothing to say."""
    rooms = dict.fromkeys(OTHER_FILES, "")
    [complaint] = complaints(build(tmp_path, {**rooms, path: wrong}))
    assert complaint.startswith(f"{path}:")
    assert complaints(build(tmp_path, {**rooms, path: right})) == []


def test_the_checker_notices_an_import_for_types(tmp_path: Path) -> None:
    """The table of rooms holds for them as well."""
    guarded = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import mcp\n"
    assert complaints(build(tmp_path, {"vault/seal.py": guarded})) == ["vault/seal.py:3: mcp has its door elsewhere"]


def test_the_checker_notices_a_cycle(tmp_path: Path) -> None:
    """Three files in a round; if the last needs the first for its types only, there is none."""
    round_trip = {"a.py": "from elicitor import b", "b.py": "import elicitor.c", "c.py": "from elicitor.a import x"}
    found = find_cycle(run_time_graph(build(tmp_path, round_trip)))
    assert found == ["elicitor.a", "elicitor.b", "elicitor.c", "elicitor.a"]
    broken = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from elicitor.a import x\n"
    assert find_cycle(run_time_graph(build(tmp_path, {**round_trip, "c.py": broken}))) == []


def test_only_the_two_faces_have_pages() -> None:
    """Nobody else renders HTML."""
    found = [file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.html")]
    assert found
    assert [path for path in found if not path.startswith(tuple(PAGES))] == []
