"""Reads which modules import which, without running any of them.

A `Source` is one Python file of a package, an `Import` one name that it takes from another module. Imports under
`if TYPE_CHECKING:` are marked: they tie nothing together at run time. Imports inside functions count like any other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Import", "Source", "find_cycle", "read_package"]


@dataclass(frozen=True)
class Import:
    """One imported module.

    Attributes:
        module: its full name.
        line: where the statement stands.
        only_for_types: not executed at run time.
    """

    module: str
    line: int
    only_for_types: bool


@dataclass(frozen=True)
class Source:
    """One file.

    Attributes:
        module: its full name, `elicitor.vault` for a package's `__init__.py`.
        path: relative to the package's directory, with slashes.
        imports: in the order of the file.
    """

    module: str
    path: str
    imports: tuple[Import, ...]


def read_package(directory: Path) -> dict[str, Source]:
    """Every source file of a package, by module name.

    Args:
        directory: the package itself, with its `__init__.py`.
    """
    files = {_module_of(file, directory): file for file in sorted(directory.rglob("*.py"))}
    return {
        module: Source(module, file.relative_to(directory).as_posix(), tuple(_imports(module, file, files)))
        for module, file in files.items()
    }


def find_cycle(graph: Mapping[str, frozenset[str]]) -> list[str]:
    """One round trip through a graph of imports, or nothing."""
    finished: set[str] = set()
    for start in graph:
        if cycle := _search(start, graph, [], finished):
            return cycle
    return []


def _search(node: str, graph: Mapping[str, frozenset[str]], trail: list[str], finished: set[str]) -> list[str]:
    if node in trail:
        return [*trail[trail.index(node) :], node]
    if node in finished:
        return []
    for following in sorted(graph.get(node, frozenset())):
        if cycle := _search(following, graph, [*trail, node], finished):
            return cycle
    finished.add(node)
    return []


def _module_of(file: Path, directory: Path) -> str:
    parts = [directory.name, *file.relative_to(directory).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(module: str, file: Path, files: Mapping[str, Path]) -> Iterator[Import]:
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    only_for_types = {id(inner) for node in ast.walk(tree) if _is_type_checking(node) for inner in _guarded(node)}
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        for name in _names(node, package, files):
            yield Import(name, node.lineno, id(node) in only_for_types)  # type: ignore[attr-defined]


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def _guarded(node: ast.AST) -> Iterator[ast.AST]:
    assert isinstance(node, ast.If)
    for statement in node.body:
        yield from ast.walk(statement)


def _names(node: ast.AST, package: str, files: Mapping[str, Path]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        home = _home(node, package)
        for alias in node.names:
            inner = f"{home}.{alias.name}"
            yield inner if inner in files else home


def _home(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])
