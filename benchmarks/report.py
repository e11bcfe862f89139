"""What the benchmarks print in common: the machine, the versions, the figures, and which of them missed a limit."""

from __future__ import annotations

import json
import logging
import os
import platform
import sqlite3
import statistics
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

Ask = Callable[[], dict[str, Any]]
LIBRARIES = ("mcp", "starlette", "uvicorn", "sqlalchemy", "cryptography", "pydantic")
_missed: list[str] = []


def begin(what: str) -> None:
    """Say what is measured, and on what; and silence everybody else."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    print(f"# {what}")
    print(f"# {cpu()}, {os.cpu_count()} cores, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    print("# " + ", ".join(f"{name} {version(name)}" for name in LIBRARIES))


def cpu() -> str:
    """The model of the processor, where the system says it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def figure(words: str, *, value: float | None = None, most: float | None = None, least: float | None = None) -> None:
    """Print a figure; remember it where it misses its limit."""
    missed = value is not None and ((most is not None and value > most) or (least is not None and value < least))
    limit = f"  (at most {most:g})" if most is not None else f"  (at least {least:g})" if least is not None else ""
    print(f"{words}{limit}{'  MISSED' if missed else ''}", flush=True)
    if missed:
        _missed.append(words)


def spread(seconds: Sequence[float]) -> tuple[float, float]:
    """Median and 99th percentile."""
    ordered = sorted(seconds)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


def end() -> None:
    """Leave with 1 where something missed its limit."""
    sys.exit(1 if _missed else 0)


@contextmanager
def serving(program: str) -> Iterator[tuple[dict[str, Any], Ask]]:
    """The same program as a server in a process of its own, until the block ends.

    Args:
        program: its file; it is started with `--serve`, and says where it is as JSON on its first line.

    Yields:
        What it said, and a way to ask for one more line.
    """
    child = subprocess.Popen(
        [sys.executable, program, "--serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    lines, asking = child.stdout, child.stdin

    def ask() -> dict[str, Any]:
        asking.write("\n")
        asking.flush()
        said: dict[str, Any] = json.loads(lines.readline())
        return said

    yield json.loads(lines.readline()), ask
    asking.close()
    child.wait(30)
