"""The catalogues are sound, and the record of what the tests prove can be trusted."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from plugins import demands_table
from plugins.catalogue import FILES, natural, rows

TESTS = Path(__file__).parent
SIDES = {"server", "client", "both", "pages", "local", "operator", "docs"}
CHECKED = """
import pytest

@pytest.mark.requirement("ID-6", "ID-7")
def test_holds(): pass

@pytest.mark.requirement("ID-7")
def test_does_not_hold(): assert False

@pytest.mark.attack("A1")
@pytest.mark.parametrize("number", [1, 2])
def test_twice(number): pass

@pytest.mark.case("R106")
@pytest.mark.skip
def test_left_out(): pass

@pytest.mark.case("R107")
@pytest.mark.xfail
def test_known_not_to_hold(): assert False

@pytest.mark.case("R109")
def test_falls_over_afterwards(broken): pass

@pytest.fixture
def broken():
    yield
    raise OSError
"""


def run_pytest(place: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest with the plugin on a file of its own."""
    (place / "test_it.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-p", "plugins.demands", "-p", "no:cacheprovider", "-q", *options]
    environment = os.environ | {"PYTHONPATH": str(TESTS), "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [*command, "-W", "ignore", f"--rootdir={place}", str(place)],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """What `make demands` would print about the tests above."""
    place = tmp_path_factory.mktemp("checked")
    report = place / "reports" / "demands.json"
    run_pytest(place, CHECKED, "--demands", str(report))
    with redirect_stdout(io.StringIO()) as told:
        assert demands_table.main([str(report)]) == 0
    printed = [line.split("\t") for line in told.getvalue().splitlines()]
    assert all(len(line) == 3 for line in printed)
    return {name: (number, verdict) for name, number, verdict in printed}


@pytest.mark.parametrize("kind", FILES)
def test_every_row_says_what_it_must(kind: str) -> None:
    """An id of its own, a side, and words."""
    found = rows(kind)
    assert len({row["id"] for row in found}) == len(found)
    for row in found:
        sides = row["side"] if isinstance(row["side"], list) else [row["side"]]
        assert set(sides) <= SIDES, row
        assert all(value for value in row.values()), row


def test_demands_name_their_level_and_their_eras() -> None:
    """Only words that mean something."""
    for row in rows("requirement"):
        assert row["level"] in {"MUST", "SHOULD", "MAY", "OURS"}
        assert set(row["eras"]) <= {"draft", "2025-11-25", "2026-07-28"}


def test_no_id_stands_in_two_catalogues() -> None:
    """The table has one line for each id."""
    every = [row["id"] for kind in FILES for row in rows(kind)]
    assert len(set(every)) == len(every)


def test_an_unknown_id_fails_the_collection(tmp_path: Path) -> None:
    """A misspelt id is told, with the test; the right one is collected."""
    refused = run_pytest(tmp_path, 'import pytest\n@pytest.mark.attack("A111")\ndef test_it(): pass\n')
    assert refused.returncode == pytest.ExitCode.USAGE_ERROR
    assert "test_it.py::test_it: 'A111' is in no row of docs/attacks.yaml" in refused.stdout + refused.stderr
    taken = run_pytest(tmp_path, 'import pytest\n@pytest.mark.attack("A11")\ndef test_it(): pass\n')
    assert taken.returncode == 0


def test_an_id_of_another_catalogue_fails_the_collection(tmp_path: Path) -> None:
    """A1 is an attack and no case, also where the test is left out of the run."""
    source = 'import pytest\n@pytest.mark.case("A1")\ndef test_it(): pass\n'
    assert run_pytest(tmp_path, source, "-k", "nothing").returncode == pytest.ExitCode.USAGE_ERROR


def test_an_id_passes_when_all_of_its_tests_pass(table: dict[str, tuple[str, str]]) -> None:
    """Every parameter is a test."""
    assert table["ID-6"] == ("1", "pass")
    assert table["A1"] == ("2", "pass")


def test_an_id_fails_with_one_of_its_tests(table: dict[str, tuple[str, str]]) -> None:
    """A failure, a failure that was expected, and one while tidying up."""
    assert table["ID-7"] == ("2", "fail")
    assert table["R107"] == ("1", "fail")
    assert table["R109"] == ("1", "fail")


def test_an_id_without_a_test_that_ran_has_none(table: dict[str, tuple[str, str]]) -> None:
    """Skipped is as good as not there; every id has a line."""
    assert table["R106"] == ("0", "none")
    assert table["F33"] == ("0", "none")
    assert len(table) == sum(len(rows(kind)) for kind in FILES)


def test_the_table_is_in_natural_order(table: dict[str, tuple[str, str]]) -> None:
    """A2 comes before A10."""
    assert list(table) == sorted(table, key=natural)
    assert list(table).index("A2") < list(table).index("A10")


def test_a_test_that_did_not_finish_counts_as_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Someone pressed Ctrl-C."""
    source = 'import pytest\n@pytest.mark.attack("A1")\ndef test_it(): raise KeyboardInterrupt\n'
    report = tmp_path / "demands.json"
    run_pytest(tmp_path, source, "--demands", str(report))
    assert json.loads(report.read_text())["tests"][0]["outcome"] == "unfinished"
    assert demands_table.main([str(report)]) == 0
    assert "A1\t1\tfail" in capsys.readouterr().out.splitlines()


def test_without_a_record_the_table_says_what_makes_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing on standard output, an exit status that is not zero."""
    assert demands_table.main([str(tmp_path / "none.json")]) == 1
    told = capsys.readouterr()
    assert (told.out, "make test" in told.err) == ("", True)
    assert demands_table.main([]) == 2
