"""What the documents say is so: their Python compiles, their names exist, their files and their links are there.

A Python block under the comment `<!-- file: examples/server.py -->` is that file, word for word, so that what is read
is what the tests run. The checks are tested on small documents with one mistake each.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*/README.md"))]

_BLOCK = re.compile(
    r"(?:^<!-- file: (?P<file>\S+) -->\n+)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_COMMAND = re.compile(r"^make (?P<target>[a-z-]+)", re.MULTILINE)
_TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)


def blocks(text: str, *languages: str) -> Iterator[re.Match[str]]:
    """The fenced blocks in one of these languages."""
    return (match for match in _BLOCK.finditer(text) if match["language"] in languages)


def wrong_python(document: Path, root: Path) -> Iterator[str]:
    """Blocks that do not compile, or take a name from elicitor that is not there."""
    del root
    for match in blocks(document.read_text(encoding="utf-8"), "python", "py"):
        try:
            tree = ast.parse(match["text"], document.name)
        except SyntaxError as error:
            yield f"line {error.lineno} of a block: {error.msg}"
            continue
        yield from (f"there is no {name}" for name in _imported_names(tree) if not _exists(name))


def wrong_json(document: Path, root: Path) -> Iterator[str]:
    """Blocks that do not parse."""
    del root
    for match in blocks(document.read_text(encoding="utf-8"), "json"):
        try:
            json.loads(match["text"])
        except ValueError as error:
            yield str(error)


def wrong_files(document: Path, root: Path) -> Iterator[str]:
    """Blocks that say they are a file and are not."""
    for match in blocks(document.read_text(encoding="utf-8"), "python", "py", "sh", "json", "yaml", "toml"):
        if match["file"] and not _is_file(root / match["file"], match["text"]):
            yield f"the block is not what stands in {match['file']}"


def wrong_links(document: Path, root: Path) -> Iterator[str]:
    """Relative links that lead nowhere, in the tree or in the page they lead to."""
    del root
    for match in _LINK.finditer(_BLOCK.sub("", document.read_text(encoding="utf-8"))):
        path, _, anchor = match["target"].partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        target = document.parent / path if path else document
        if not target.exists():
            yield f"the link {match['target']} leads nowhere"
        elif anchor and anchor not in _anchors(target):
            yield f"{target.name} has no section #{anchor}"


def wrong_commands(document: Path, root: Path) -> Iterator[str]:
    """Blocks that tell the reader to type `make` with a target that is not there."""
    targets = set(_TARGET.findall((root / "Makefile").read_text(encoding="utf-8")))
    for match in blocks(document.read_text(encoding="utf-8"), "", "sh", "shell", "console"):
        yield from (f"there is no make {name}" for name in _COMMAND.findall(match["text"]) if name not in targets)


CHECKS = [wrong_python, wrong_json, wrong_files, wrong_links, wrong_commands]


def _imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "elicitor":
            yield from (f"{node.module}:{alias.name}" for alias in node.names)
        if isinstance(node, ast.Import):
            yield from (f"{alias.name}:" for alias in node.names if alias.name.partition(".")[0] == "elicitor")


def _exists(name: str) -> bool:
    module, _, attribute = name.partition(":")
    try:
        home = importlib.import_module(module)
    except ModuleNotFoundError:
        return False
    return not attribute or hasattr(home, attribute)


def _is_file(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8").strip() == text.strip()


def _anchors(document: Path) -> set[str]:
    """The anchors of a page's headings, made the way forges make them."""
    headings = re.findall(r"^#+ (.*)$", _BLOCK.sub("", document.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.case("R184", "R186")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_documents_are_right(check: Callable[[Path, Path], Iterator[str]], document: Path) -> None:
    """Every check on every document."""
    assert list(check(document, ROOT)) == []


@pytest.mark.parametrize(
    ("check", "wrong", "right"),
    [
        (wrong_python, "```python\nif True\n```", "```python\nif True:\n    pass\n```"),
        (wrong_python, "```python\nfrom elicitor import Gone\n```", "```python\nfrom elicitor import Elicitor\n```"),
        (wrong_python, "```python\nimport elicitor.gone\n```", "```python\nimport elicitor.testing\n```"),
        (wrong_json, "```json\n{'a': 1}\n```", '```json\n{"a": 1}\n```'),
        (wrong_files, "<!-- file: a.py -->\n\n```python\nb = 2\n```", "<!-- file: a.py -->\n```python\na = 1\n```"),
        (wrong_files, "<!-- file: gone.py -->\n```python\na = 1\n```", "```python\nb = 2\n```"),
        (wrong_links, "[there](gone.md)", "[there](a.py), [out](https://example.com/gone)"),
        (wrong_links, "# Top\n[down](#bottom)", "# Top of it\n[up](#top-of-it)"),
        (wrong_commands, "```\nmake tea\n```", "```\nmake test\n```"),
    ],
)
def test_a_mistake_is_noticed(
    tmp_path: Path, check: Callable[[Path, Path], Iterator[str]], wrong: str, right: str
) -> None:
    """One mistake each; with another text in its place there is nothing to say."""
    (tmp_path / "a.py").write_text("a = 1\n")
    (tmp_path / "Makefile").write_text("test:\n")
    document = tmp_path / "page.md"
    document.write_text(wrong + "\n")
    assert len(list(check(document, tmp_path))) == 1
    document.write_text(right + "\n")
    assert list(check(document, tmp_path)) == []
