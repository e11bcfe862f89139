"""The public door: short, complete, and light to open."""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import elicitor
from elicitor.client import terminal

HEAVY = {"mcp", "mcp_types", "sqlalchemy", "alembic", "starlette", "jinja2", "cryptography", "httpx2", "joserfc"}


def loaded_by(code: str) -> set[str]:
    """The top-level packages that a fresh interpreter has loaded after some code."""
    ending = "\nimport json, sys; print(json.dumps([name.partition('.')[0] for name in sys.modules]), file=sys.stderr)"
    told = subprocess.run([sys.executable, "-c", code + ending], capture_output=True, text=True, check=True)
    return set(json.loads(told.stderr))


def imported_for_types() -> dict[str, str]:
    """Name and home of what the door imports for type checkers."""
    [block] = [node for node in ast.parse(Path(elicitor.__file__).read_text()).body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert all(alias.asname == alias.name for node in imports for alias in node.names)  # `X as X`: meant to be public
    return {alias.name: str(node.module) for node in imports for alias in node.names}


@pytest.mark.parametrize("name", elicitor.__all__)
def test_every_public_name_is_what_its_home_has(name: str) -> None:
    """Loaded on first use, and the very same object."""
    assert getattr(elicitor, name) is getattr(importlib.import_module(imported_for_types()[name]), name)


def test_type_checkers_see_the_names_that_are_there() -> None:
    """The list, and the imports for types, have the same names in the same order."""
    assert sorted(imported_for_types()) == list(elicitor.__all__) == sorted(elicitor.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """Named, as for any module; a name that exists is found."""
    with pytest.raises(AttributeError, match="Elicitator"):
        _ = elicitor.Elicitator
    assert elicitor.Elicitor


def test_importing_elicitor_loads_nothing_heavy() -> None:
    """Neither the SDK nor a database nor a web framework; using a name loads what it needs."""
    assert loaded_by("import elicitor") & HEAVY == set()
    assert "mcp" in loaded_by("import elicitor; elicitor.Elicitor")


def test_help_loads_nothing_heavy() -> None:
    """So that `elicitor --help` answers at once."""
    assert loaded_by("from elicitor.cli.main import main; main(['--help'])") & HEAVY == set()


def test_explaining_a_link_loads_no_forms() -> None:
    """So that `elicitor link` answers soon; a terminal has them."""
    assert "jsonschema" not in loaded_by(
        "from elicitor.cli.main import main; main(['link', 'https://mcp.example.com'])"
    )
    assert "jsonschema" in loaded_by("from elicitor.client.terminal import Terminal")
    with pytest.raises(AttributeError, match="Teletype"):
        _ = terminal.Teletype


def test_there_is_a_marker_for_type_checkers() -> None:
    """PEP 561."""
    assert (Path(elicitor.__file__).parent / "py.typed").exists()
