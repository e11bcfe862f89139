"""What is installed: the wheel has everything it needs and nothing else, and every pin has its hash."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "elicitor"
PINS = sorted((ROOT / "requirements").glob("*.txt"))
NPM_PINS = ROOT / "tests" / "support" / "oidc_provider" / "package-lock.json"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made from the tree as it is."""
    place = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(place)]
    subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    [made] = place.glob("*.whl")
    return made


def entries(file: Path) -> dict[str, list[str]]:
    """The hashes of every pin of a requirements file."""
    joined = file.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    lines = [line.strip() for line in joined if line.strip() and not line.startswith("#")]
    return {line.split()[0]: re.findall(r"--hash=sha256:[0-9a-f]{64}", line) for line in lines}


def direct(file: Path) -> Iterator[str]:
    """The requirements that an input file writes down itself."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "-r")):
            yield line


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    """Sources, pages, styles, migrations, and the marker for type checkers; no tests."""
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert packed == {path.relative_to(ROOT / "src").as_posix() for path in files}
    assert "elicitor/py.typed" in packed


def test_the_wheel_works_without_the_tree(wheel: Path, tmp_path: Path) -> None:
    """Unpacked elsewhere: its pages render, its migrations run, its command answers."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import anyio
import elicitor.server.web.pages, elicitor.testing.box.look
from elicitor.cli.main import main
from elicitor.vault.storage import Storage

async def open_and_close():
    storage = Storage("sqlite:///{tmp_path / "new.db"}")
    await storage.start()
    await storage.close()

assert elicitor.__file__.startswith({str(tmp_path)!r})
anyio.run(open_and_close)
raise SystemExit(main(["--help"]))
"""
    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert (tmp_path / "new.db").exists()


@pytest.mark.attack("E12")
@pytest.mark.parametrize("file", PINS, ids=lambda path: path.name)
def test_every_pin_is_exact_and_has_its_hash(file: Path) -> None:
    """And no pin says where it comes from."""
    pins = entries(file)
    assert pins
    assert [name for name, hashes in pins.items() if not hashes or "==" not in name] == []
    assert "://" not in file.read_text(encoding="utf-8")


@pytest.mark.attack("E12")
def test_every_npm_pin_is_exact_and_has_its_hash() -> None:
    """The tools of the tests as well."""
    text = NPM_PINS.read_text(encoding="utf-8")
    packages = {name: entry for name, entry in json.loads(text)["packages"].items() if name}
    assert packages
    assert [name for name, entry in packages.items() if not entry["integrity"].startswith("sha512-")] == []
    assert "://" not in text


def test_the_two_files_of_pins_agree() -> None:
    """What the tests prove is what runs."""
    run, test = (entries(ROOT / "requirements" / name) for name in ("run.txt", "test.txt"))
    assert run.items() <= test.items()


def test_what_runs_is_what_the_package_asks_for() -> None:
    """run.in is the list of pyproject.toml, and what builds it from the tree."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    builds = set(project["build-system"]["requires"])
    asked = set(project["project"]["dependencies"]) | builds
    assert {line for line in direct(ROOT / "requirements" / "run.in") if not line.startswith("editables")} == asked
    assert set(project["project"]["optional-dependencies"]["postgres"]) <= set(
        direct(ROOT / "requirements" / "test.in")
    )
