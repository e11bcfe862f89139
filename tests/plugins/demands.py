"""Which demands, attacks and cases the tests prove, and how those tests ended.

Collection fails when a marker names an id that no catalogue has: a misspelt id would prove nothing, quietly. With
`--demands FILE` the outcome of every test that carries an id is written there when the run ends. A test that was
chosen and did not finish is written down as unfinished; the table counts it as failed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from plugins.catalogue import FILES, identifiers

__all__ = ["Recorder"]

UNFINISHED = "unfinished"


class Recorder:
    """Collects the outcomes of one run.

    Attributes:
        claims: for each test that carries ids, the ids of each kind.
        outcomes: for each of them: passed, failed, skipped or unfinished.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.claims: dict[str, dict[str, list[str]]] = {}
        self.outcomes: dict[str, str] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the tests that were chosen."""
        for item in session.items:
            if claim := _claim(item):
                self.claims[item.nodeid] = claim
                self.outcomes[item.nodeid] = UNFINISHED

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in one phase of a test: set-up, call or tear-down. A failure in any of them stays."""
        if report.nodeid not in self.outcomes or self.outcomes[report.nodeid] == "failed":
            return
        if report.failed or hasattr(report, "wasxfail"):  # expected to fail means: not met
            self.outcomes[report.nodeid] = "failed"
        elif report.skipped or report.when == "call":
            self.outcomes[report.nodeid] = report.outcome

    def pytest_sessionfinish(self) -> None:
        """Write everything down."""
        tests = [{"test": test, "outcome": self.outcomes[test], **claim} for test, claim in sorted(self.claims.items())]
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps({"tests": tests}, indent=1) + "\n", encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--demands`."""
    parser.getgroup("demands").addoption("--demands", type=Path, metavar="FILE", help="write outcomes by id there")


def pytest_configure(config: pytest.Config) -> None:
    """Record if asked to."""
    file: Path | None = config.getoption("--demands")
    if file is not None and not config.option.collectonly:
        config.pluginmanager.register(Recorder(file), "demands-recorder")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Refuse ids that are in no catalogue, before any test is left out."""
    known = identifiers()
    if complaints := sorted({complaint for item in items for complaint in _complaints(item, known)}):
        raise pytest.UsageError("\n".join(["these markers prove nothing:", *complaints]))


def _claim(item: pytest.Item) -> dict[str, list[str]]:
    found = {kind: sorted({str(name) for mark in item.iter_markers(kind) for name in mark.args}) for kind in FILES}
    return {kind: names for kind, names in found.items() if names}


def _complaints(item: pytest.Item, known: Mapping[str, frozenset[str]]) -> list[str]:
    where = item.nodeid.partition("[")[0]
    return [
        f"{where}: {name!r} is in no row of docs/{FILES[kind]}"
        for kind, names in _claim(item).items()
        for name in names
        if name not in known[kind]
    ]
