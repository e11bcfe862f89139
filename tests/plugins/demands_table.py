"""Prints the table of `make demands`: id, number of tests, and pass, fail or none, with tabs between.

    python -m plugins.demands_table .reports/demands.json

Every id of the three catalogues has a line. Tests that were skipped prove nothing and are not counted; an id passes
when it has a test and every test of it passed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from plugins.catalogue import identifiers, natural

__all__ = ["main", "table"]


def table(tests: Iterable[dict[str, Any]]) -> list[tuple[str, int, str]]:
    """A row for every id, in natural order."""
    ran = [test for test in tests if test["outcome"] != "skipped"]
    wanted = [(name, kind) for kind, names in identifiers().items() for name in names]
    return [(name, *_verdict(name, kind, ran)) for name, kind in sorted(wanted, key=lambda pair: natural(pair[0]))]


def _verdict(name: str, kind: str, ran: list[dict[str, Any]]) -> tuple[int, str]:
    outcomes = [test["outcome"] for test in ran if name in test.get(kind, ())]
    if not outcomes:
        return 0, "none"
    return len(outcomes), "pass" if set(outcomes) == {"passed"} else "fail"


def main(arguments: list[str]) -> int:
    """Print the table of the file that is named; returns the exit status."""
    if len(arguments) != 1:
        print("usage: python -m plugins.demands_table FILE", file=sys.stderr)
        return 2
    file = Path(arguments[0])
    if not file.exists():
        print(f"{file} is not there; `make test` writes it", file=sys.stderr)
        return 1
    for row in table(json.loads(file.read_text(encoding="utf-8"))["tests"]):
        print(*row, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
