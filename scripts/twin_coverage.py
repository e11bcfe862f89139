"""How much of each source file its own test covers, and no other.

Coverage that comes from somewhere else is coverage by accident. Every twin is run alone and measured on its own file,
programs that it starts included. Files below the floor are listed in the end and make the exit status 1.

    python scripts/twin_coverage.py                  # all of them; minutes
    python scripts/twin_coverage.py vault/seal.py    # these
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.twins import PACKAGE, sources, twin_of  # noqa: E402 - the tests are no package that is installed

FLOOR = 85


@dataclass(frozen=True)
class Result:
    """What one twin covers.

    Attributes:
        path: the source file, relative to the package.
        percent: of its lines and branches, rounded down.
        remark: why there is no figure, or that the test failed.
    """

    path: str
    percent: int
    remark: str = ""

    @property
    def good_enough(self) -> bool:
        """Measured, and not below the floor."""
        return not self.remark and self.percent >= FLOOR


def measure(path: str) -> Result:
    """Run the twin of a source file."""
    twin = twin_of(path)
    if not twin.exists():
        return Result(path, 0, "no test of its own")
    with tempfile.TemporaryDirectory() as place:
        ran = _coverage(place, "run", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(twin))
        if ran.returncode != 0:
            return Result(path, 0, "its test fails")
        _coverage(place, "combine", "--quiet")
        report = Path(place) / "report.json"
        _coverage(place, "json", "--quiet", f"--include={PACKAGE / path}", "-o", str(report))
        if not report.exists():
            return Result(path, 0, "its test does not load it")
        return Result(path, int(json.loads(report.read_text(encoding="utf-8"))["totals"]["percent_covered"]))


def _coverage(place: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COVERAGE_FILE": str(Path(place) / "data"), "PYTHONPATH": str(ROOT / "tests")}
    return subprocess.run(
        [sys.executable, "-m", "coverage", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def main(chosen: list[str]) -> int:
    """Measure, print as it goes, and list what is below the floor."""
    wanted = [path for path in sources() if not chosen or path in chosen]
    results = []
    for path in wanted:
        results.append(measure(path))
        print(f"{results[-1].percent:>4} %  {path}  {results[-1].remark}".rstrip(), flush=True)
    below = [result.path for result in results if not result.good_enough]
    print(f"\n{len(results) - len(below)} of {len(results)} files are covered by their own test to {FLOOR} % or more")
    for path in below:
        print(f"below: {path}")
    return 1 if below or not results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
